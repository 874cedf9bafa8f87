import document from "../../docs/openapi.screening.operator.json" with { type: "json" };
import { serve } from "../http/route.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { screeningDocOperations } from "./screening-public.contract.ts";

export const handler = serve(
  screeningDocOperations,
  { getScreeningOperatorDocs: async () => ({ body: document }) },
  operatorFrame,
);

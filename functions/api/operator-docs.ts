import document from "../../docs/openapi.operator.json" with { type: "json" };
import { serve } from "../http/route.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { operatorDocOperations } from "./public.contract.ts";

export const handler = serve(
  operatorDocOperations,
  { getOperatorDocs: async () => ({ body: document }) },
  operatorFrame,
);

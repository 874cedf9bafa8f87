import document from "../../docs/openapi.screening.operator.json" with { type: "json" };
import { documentAt } from "../http/document-at.ts";
import { serve } from "../http/route.ts";
import { operatorsUrl } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { screeningDocOperations } from "./screening-public.contract.ts";

export const handler = serve(
  screeningDocOperations,
  { getScreeningOperatorDocs: async () => ({ body: documentAt(document, operatorsUrl) }) },
  operatorFrame,
);

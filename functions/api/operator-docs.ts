import document from "../../docs/openapi.operator.json" with { type: "json" };
import { documentAt } from "../http/document-at.ts";
import { serve } from "../http/route.ts";
import { operatorsUrl } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { operatorDocOperations } from "./public.contract.ts";

export const handler = serve(
  operatorDocOperations,
  { getOperatorDocs: async () => ({ body: documentAt(document, operatorsUrl) }) },
  operatorFrame,
);

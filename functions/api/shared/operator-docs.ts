import document from "../../../docs/openapi.operator.json" with { type: "json" };
import { operatorDocOperations } from "../../contract/shared/public.ts";
import { documentAt } from "../../http/document-at.ts";
import { serve } from "../../http/route.ts";
import { operatorsUrl } from "../../wiring/core/env.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(operatorDocOperations, operatorFrame, {
  getOperatorDocs: async () => ({ body: documentAt(document, operatorsUrl) }),
});

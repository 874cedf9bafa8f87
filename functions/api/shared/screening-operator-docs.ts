import document from "../../../docs/openapi.screening.operator.json" with { type: "json" };
import { screeningDocOperations } from "../../contract/shared/screening-public.ts";
import { documentAt } from "../../http/document-at.ts";
import { serve } from "../../http/route.ts";
import { operatorsUrl } from "../../wiring/core/env.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(screeningDocOperations, operatorFrame, {
  getScreeningOperatorDocs: async () => ({ body: documentAt(document, operatorsUrl) }),
});

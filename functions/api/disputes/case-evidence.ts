import { caseEvidenceOperations } from "../../contract/disputes/cases.ts";
import { serve } from "../../http/route.ts";
import { evidenceContext } from "../../wiring/disputes/case-evidence.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { caseEvidenceCalls } from "./case-evidence-handlers.ts";

export const handler = serve(caseEvidenceOperations, tenantFrame, caseEvidenceCalls(evidenceContext));

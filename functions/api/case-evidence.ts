import { serve } from "../http/route.ts";
import { evidenceDesk } from "../wiring/case-evidence.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { caseEvidenceCalls } from "./case-evidence-calls.ts";
import { caseEvidenceOperations } from "./cases.contract.ts";

export const handler = serve(caseEvidenceOperations, caseEvidenceCalls(evidenceDesk), tenantFrame);

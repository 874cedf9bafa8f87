import { caseEvidenceOperations } from "../../contract/disputes/cases.ts";
import { serve } from "../../http/route.ts";
import { log } from "../../wiring/core/log.ts";
import { viewContextOf } from "../../wiring/core/view-context.ts";
import { evidence } from "../../wiring/disputes/evidence.ts";
import { withLinks } from "../../wiring/frames/links.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";
import { invoicePdf } from "../../wiring/invoicing/invoice-pdf.ts";
import { caseEvidenceCalls } from "./case-evidence-handlers.ts";
import "../../wiring/core/personal.ts";

const calls = caseEvidenceCalls((call) => ({ ...viewContextOf(call), evidence, invoicePdf, log }));

export const handler = serve(caseEvidenceOperations, withLinks(tenantFrame), calls);

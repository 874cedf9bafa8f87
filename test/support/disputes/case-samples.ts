import { addDays } from "../../../functions/domain/core/time.ts";
import type { DisputeCase, Evidence } from "../../../functions/domain/disputes/case.ts";
import { type EvidenceType, evidenceRequirement } from "../../../functions/domain/disputes/evidence-type.ts";
import { type CaseOpening, openCase } from "../../../functions/domain/disputes/open-case.ts";
import { agreed, noon } from "../core/samples.ts";

/** A case just opened about a Visa chargeback of 50.00 for goods that did not come, to be answered within 30 days. */
export function aCase(change: Partial<CaseOpening> = {}): DisputeCase {
  const input: CaseOpening = {
    ...{ caseId: "cas_1", tenantId: "ten_1", alertId: null, paymentId: "pay_1", escrowId: null },
    stage: "chargeback",
    ...{ network: "visa", reasonCode: "13.1", amountCents: 5000, currency: "USD" },
    ...{ networkDueBy: addDays(noon, 30), receivedAt: noon, countedAt: null, refundedCents: 0 },
    ...{ evidence: [], compellingEvidence: null },
    ...change,
  };
  return agreed(openCase(input, noon)).next;
}

let pieces = 0;

/** A text that counts, with changes. */
export function aPiece(type: EvidenceType, change: Partial<Evidence> = {}): Evidence {
  pieces += 1;
  return {
    ...{ id: `evd_${pieces}`, type, origin: "tenant", filename: null, contentType: "text/plain" },
    ...{ sizeBytes: 4, sha256: `hash ${pieces}`, objectKey: null, status: "provided" },
    ...{ problem: null, at: noon, submittedAt: null, ...change },
  };
}

/** A file that is announced and has not come. */
export function aFilePiece(type: EvidenceType, change: Partial<Evidence> = {}): Evidence {
  const file = { filename: "a.pdf", contentType: "application/pdf", status: "pending" as const };
  return aPiece(type, { ...file, sizeBytes: 1000, objectKey: `key ${pieces + 1}`, ...change });
}

/** All that a case's category asks for. */
export function fullEvidence({ category }: DisputeCase): Evidence[] {
  const { required, oneOf } = evidenceRequirement[category];
  return [...required, ...oneOf.flatMap(([first]) => first ?? [])].map((type) => aPiece(type));
}

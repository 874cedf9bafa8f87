import type { Joins } from "../core/embed-records.ts";
import { embeddableAlert, embeddableCase, embeddableHeldEscrow } from "../escrow/embeddable.ts";
import { embeddableSettlement } from "../settlement/embeddable.ts";
import { embeddableTenant } from "../tenants/embeddable.ts";

interface Reviewed {
  readonly tenantId: string;
  readonly subjectId: string;
}

const subjectId = (record: Reviewed) => record.subjectId;

/** What an item of the review queue and an approval embed: whose it is, and what it is about, by its kind. */
export const reviewJoins = {
  tenant: { of: embeddableTenant, id: (record: Reviewed) => record.tenantId },
  settlement: { of: embeddableSettlement, id: subjectId },
  escrow: { of: embeddableHeldEscrow, id: subjectId },
  alert: { of: embeddableAlert, id: subjectId },
  case: { of: embeddableCase, id: subjectId },
} satisfies Joins<Reviewed>;

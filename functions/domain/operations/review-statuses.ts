import { alertStatuses } from "../disputes/alert.ts";
import { caseStatuses } from "../disputes/case.ts";
import { escrowStatuses } from "../escrow/escrow.ts";
import { breakItemStatuses } from "../reconciliation/break-item.ts";
import { feeSweepStatuses } from "../reconciliation/fee-sweep.ts";
import { settlementStatuses } from "../settlement/settlement.ts";
/** The statuses that a record in the queue can have, each once. */
export const reviewStatuses = [
  ...new Set([
    ...[...settlementStatuses, ...escrowStatuses, ...alertStatuses, ...caseStatuses],
    ...[...breakItemStatuses, ...feeSweepStatuses],
  ]),
];

import * as z from "zod";
import { platform } from "../../domain/core/operator.ts";
import {
  type FeeSweep,
  feeSweep,
  feeSweepPosition,
  nextSweepLook,
  sweepReason,
} from "../../domain/reconciliation/fee-sweep.ts";
import { operatorFunds } from "../../domain/reconciliation/operator-funds.ts";
import type { RecordType } from "../core/aggregate.ts";
import { nextLookIndex } from "../core/due-index.ts";
import { rowKey, wholePlaces } from "../core/row-keys.ts";
import { reviewPlace } from "../review/queued-keys.ts";

export const feeSweepRecordType: RecordType<FeeSweep> = {
  type: "fee_sweep",
  schema: feeSweep,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  wallet: feeSweepPosition,
  index: (state) => {
    const look = nextSweepLook(state);
    const reason = sweepReason(state);
    return {
      ...wholePlaces("fee_sweep", state, state.createdAt),
      ...(look && { due: nextLookIndex(rowKey(state.id), look) }),
      ...(reason && { review: reviewPlace(reason.kind, reason.since, state.id) }),
    };
  },
};

const tenantFunds = z.object({
  id: z.string(),
  tenantId: z.string(),
  /** The entries before this moment are in it. */
  through: z.string(),
  wallets: z.record(z.string(), operatorFunds),
  /** The last sweep of each wallet, and the day after which it was made: what makes another commits over this. */
  sweeps: z.record(z.string(), z.object({ id: z.string(), date: z.string() })),
  /** What was drawn of late, whose entries may not be listed yet; by the key of what drew it. */
  draws: z.array(z.object({ key: z.string(), wallet: z.string(), units: z.string(), at: z.string() })).default([]),
});

/** What a tenant's entries say of its wallets up to a moment, so that no run reads them from the beginning. */
export type StoredFunds = z.infer<typeof tenantFunds>;

export function fundsId(tenantId: string): string {
  return `operator_funds#${tenantId}`;
}

export const fundsRecordType: RecordType<StoredFunds> = {
  type: "operator_funds",
  schema: tenantFunds,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
};

const sweepRun = z.object({ id: z.literal("fee_sweeps#run"), date: z.string() });

/** The last day whose sweeps have all been made. */
export type SweepRun = z.infer<typeof sweepRun>;

export const sweepRunId = "fee_sweeps#run";

export const sweepRunRecordType: RecordType<SweepRun> = {
  type: "fee_sweep_run",
  schema: sweepRun,
  id: (state) => state.id,
  tenantId: () => platform,
};

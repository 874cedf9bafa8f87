import type { ReviewReasonCode } from "../../domain/review/review-reason-code.ts";
import type { Meter, Store } from "../core/ports.ts";
import { queuedKeys } from "../review/queued-keys.ts";

/** More than this many are as alarming as this many. */
const most = 100;

interface WaitingContext {
  readonly store: Store;
  readonly meter: Meter;
}

/** Counts the settlements and escrows that wait for a vendor, and those whose rail has taken longer than it may: two queries. */
export async function countWaiting(context: WaitingContext): Promise<void> {
  context.meter.count("ParkedSettlements", await howMany(context, "parked"));
  context.meter.count("StalledSettlements", await howMany(context, "stalled"));
}

async function howMany({ store }: WaitingContext, kind: ReviewReasonCode): Promise<number> {
  return (await queuedKeys(store, kind, most)).length;
}

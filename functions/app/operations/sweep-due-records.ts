import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { ReviewReasonCode } from "../../domain/review/review-reason-code.ts";
import { type CreditSuspension, isHoldDue, keepOnHold } from "../../domain/settlement/credit-suspension.ts";
import { isSendBackDue } from "../../domain/settlement/payer-refund.ts";
import { isToPresent } from "../../domain/settlement/re-presentment.ts";
import { isReserveDue } from "../../domain/settlement/reserve.ts";
import { isRailSilent, retryDue, stall } from "../../domain/settlement/retry-schedule.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { dueRows } from "../core/due-rows.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log, Meter, Row, Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { sweepCase } from "../disputes/case-actions.ts";
import { counterRowOf } from "../disputes/counters.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { sweepAlert } from "../disputes/resolve-alert.ts";
import { sweepEscrow } from "../escrow/sweep.ts";
import { sweepLetters } from "../mail/letter-queue.ts";
import { sweepKyb } from "../onboarding/partner.ts";
import { sweepApproval } from "../review/approvals.ts";
import { reviewPartition } from "../review/records.ts";
import { presentCollection } from "../settlement/collect-order.ts";
import { askRail } from "../settlement/missed-callback.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { lookAtReserve } from "../settlement/release-reserve.ts";
import { sendBack } from "../settlement/send-payer-refund.ts";
import { changeSettlement } from "../settlement/settlements.ts";
import { tenantRecordType } from "../tenants/records.ts";
import { sweepDeliveries } from "../webhooks/sweep-deliveries.ts";
import { type ContinueContext, continueClaim } from "./continue-claim.ts";
import { type DispatchContext, dispatchEntry } from "./outbox.ts";
import { type RescreenContext, rescreenOnListChange } from "./rescreen-on-list-change.ts";

/** What the sweeper works with: it finishes what money calls and the outbox began. */
export type SweepContext = ContinueContext & DispatchContext & RescreenContext & { readonly log: Log };

export interface SweepResult {
  readonly handedOn: number;
  readonly continued: number;
  readonly resumed: number;
  readonly queued: number;
  readonly failed: number;
}

/** Rows of the book that one run of the schedule looks at. */
const rowLimit = 400;

/** Deliveries that one run of the schedule puts into the queue. */
const deliveryLimit = 1000;

/** Does what is due: entries not handed on, money calls left half way, settlements and escrows to look at again, new lists to hold against what was paid, deliveries to send. */
export async function sweep(context: SweepContext): Promise<SweepResult> {
  const now = context.clock.now();
  const done = { handedOn: 0, continued: 0, resumed: 0, queued: 0, failed: 0 };
  for (const row of await dueRows(context.store, `${now}~`, rowLimit)) {
    try {
      const what = await sweepRow(context, row, now);
      if (what) done[what] += 1;
    } catch (error) {
      if (!(error instanceof Refusal))
        logFailure(context, "sweep failed", { operation: "sweep", correlationId: row.pk }, error);
      done.failed += 1;
    }
  }
  await rescreenOnListChange(context);
  const { queued } = await sweepDeliveries(context, { limit: deliveryLimit, force: false });
  return { ...done, queued: queued + (await sweepLetters(context)) };
}

async function sweepRow(
  context: SweepContext,
  row: Row,
  now: Instant,
): Promise<"handedOn" | "continued" | "resumed" | undefined> {
  switch (row.type) {
    case "entry":
      await dispatchEntry(context, row);
      return "handedOn";
    case "claim":
      await continueClaim(context, row);
      return "continued";
    case "settlement":
      return (await sweepSettlement(context, row, now)) ? "resumed" : undefined;
    case "escrow":
      return (await sweepEscrow(context, row)) ? "resumed" : undefined;
    case "case":
      return (await sweepCase(context, row)) ? "resumed" : undefined;
    case "alert":
      return (await sweepAlert(context, row)) ? "resumed" : undefined;
    case "kyb":
      return (await sweepKyb({ ...context, ...context.partner }, row)) ? "resumed" : undefined;
    case "tally": {
      const { tenantId, month } = counterRowOf(row);
      await lookAtTenantPrograms(context, tenantId, month);
      return undefined;
    }
    case "approval":
      await sweepApproval(context, row);
      return undefined;
    default:
      return undefined;
  }
}

async function suspendedCredit(context: SweepContext, tenantId: string): Promise<CreditSuspension> {
  const [row] = await context.store.read([rowKey(tenantId)]);
  return loadAggregate(tenantRecordType, row)?.state.creditSuspended ?? null;
}

async function sweepSettlement(context: SweepContext, row: Row, now: Instant): Promise<boolean> {
  const found = loadAggregate(settlementRecordType, row);
  if (!found) return false;
  const { tenantId } = found.state;
  const suspended = isHoldDue(found.state, now) ? await suspendedCredit(context, tenantId) : null;
  const after = await changeSettlement(context, found, (before) => {
    const held = keepOnHold(before, suspended, now);
    if (held.length > 0) return held;
    const late = stall(before, now);
    return [...late, ...retryDue(late.at(-1)?.next ?? before, now)];
  });
  const { state } = after;
  if (isToPresent(state, now)) await presentCollection(context, state);
  else if (isSendBackDue(state, now)) await sendBack(context, state);
  else if (isReserveDue(state, now)) await lookAtReserve(context, after);
  else if (isRailSilent(state, now)) await askRail(context, state);
  return true;
}

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
  const rows = await store.page({ index: "review", pk: reviewPartition(kind), limit: most });
  return rows.length;
}

import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { isHoldDue, keepOnHold, type Suspended } from "../../domain/settlement/credit-suspension.ts";
import { isSendBackDue } from "../../domain/settlement/payer-refund.ts";
import { isToPresent } from "../../domain/settlement/re-presentment.ts";
import { isReserveDue } from "../../domain/settlement/reserve.ts";
import { isRailSilent, lookAgain, stall } from "../../domain/settlement/retry-schedule.ts";
import { loaded } from "../core/aggregate.ts";
import { dueRows } from "../core/due-rows.ts";
import { failure } from "../core/error-text.ts";
import type { Log, Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { sweepCase } from "../disputes/case-actions.ts";
import { tallyOf } from "../disputes/counters.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { sweepAlert } from "../disputes/resolve-alert.ts";
import { sweepEscrow } from "../escrow/sweep.ts";
import { sweepLetters } from "../mail/sweep-letters.ts";
import { sweepKyb } from "../onboarding/partner.ts";
import { sweepApproval } from "../review/approvals.ts";
import { askRail } from "../settlement/poll-rail.ts";
import { presentCollection } from "../settlement/re-present.ts";
import { settlementKind } from "../settlement/record.ts";
import { lookAtReserve } from "../settlement/release-reserve.ts";
import { sendBack } from "../settlement/send-payer-refund.ts";
import { changeSettlement } from "../settlement/settlements.ts";
import { tenantKind } from "../tenants/records.ts";
import { sweepDeliveries } from "../webhooks/sweep-deliveries.ts";
import { type ContinueDesk, continueClaim } from "./continue-claim.ts";
import { type DispatchDesk, dispatchEntry } from "./outbox.ts";
import { type RescreenDesk, rescreenListed } from "./rescreen-on-list-change.ts";

/** What the sweeper works with: it finishes what money calls and the outbox began. */
export type SweepDesk = ContinueDesk & DispatchDesk & RescreenDesk & { readonly log: Log };

/** What one sweep did. */
export interface Swept {
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
export async function sweep(desk: SweepDesk): Promise<Swept> {
  const now = desk.clock.now();
  const done = { handedOn: 0, continued: 0, resumed: 0, queued: 0, failed: 0 };
  for (const row of await dueRows(desk.book, `${now}~`, rowLimit)) {
    try {
      const what = await sweepRow(desk, row, now);
      if (what) done[what] += 1;
    } catch (error) {
      if (!(error instanceof Refusal))
        desk.log.error("sweep failed", {
          requestId: desk.requestId,
          operation: "sweep",
          correlationId: row.pk,
          error: failure(error),
        });
      done.failed += 1;
    }
  }
  await rescreenListed(desk);
  const { queued } = await sweepDeliveries(desk, { limit: deliveryLimit, force: false });
  return { ...done, queued: queued + (await sweepLetters(desk)) };
}

async function sweepRow(
  desk: SweepDesk,
  row: Row,
  now: Instant,
): Promise<"handedOn" | "continued" | "resumed" | undefined> {
  switch (row.type) {
    case "entry":
      await dispatchEntry(desk, row);
      return "handedOn";
    case "claim":
      await continueClaim(desk, row);
      return "continued";
    case "settlement":
      return (await sweepSettlement(desk, row, now)) ? "resumed" : undefined;
    case "escrow":
      return (await sweepEscrow(desk, row)) ? "resumed" : undefined;
    case "case":
      return (await sweepCase(desk, row)) ? "resumed" : undefined;
    case "alert":
      return (await sweepAlert(desk, row)) ? "resumed" : undefined;
    case "kyb":
      return (await sweepKyb({ ...desk, ...desk.partner }, row)) ? "resumed" : undefined;
    case "tally": {
      const { tenantId, month } = tallyOf(row);
      await lookAtTenantPrograms(desk, tenantId, month);
      return undefined;
    }
    case "approval":
      await sweepApproval(desk, row);
      return undefined;
    default:
      return undefined;
  }
}

async function suspendedCredit(desk: SweepDesk, tenantId: string): Promise<Suspended> {
  const [row] = await desk.book.read([rowKey(tenantId)]);
  return loaded(tenantKind, row)?.state.creditSuspended ?? null;
}

async function sweepSettlement(desk: SweepDesk, row: Row, now: Instant): Promise<boolean> {
  const found = loaded(settlementKind, row);
  if (!found) return false;
  const { tenantId } = found.state;
  const suspended = isHoldDue(found.state, now) ? await suspendedCredit(desk, tenantId) : null;
  const after = await changeSettlement(desk, found, (before) => {
    const held = keepOnHold(before, suspended, now);
    if (held.length > 0) return held;
    const late = stall(before, now);
    return [...late, ...lookAgain(late.at(-1)?.next ?? before, now)];
  });
  const { state } = after;
  if (isToPresent(state, now)) await presentCollection(desk, state);
  else if (isSendBackDue(state, now)) await sendBack(desk, state);
  else if (isReserveDue(state, now)) await lookAtReserve(desk, after);
  else if (isRailSilent(state, now)) await askRail(desk, state);
  return true;
}

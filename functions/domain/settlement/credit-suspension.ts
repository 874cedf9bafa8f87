import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import type { FeeRule } from "../tenants/fee-rule.ts";
import type { Tenant } from "../tenants/tenant.ts";
import { returnWindowEnds } from "./return-window.ts";
import { type Settlement, type SettlementTransitions, settlementTransition } from "./settlement.ts";

/** A tenant's program credit while it is suspended: it is paid out only what its payers' banks cannot take back any more. */
export type CreditSuspension = Tenant["creditSuspended"];

/** What is kept back at least of a payment accepted meanwhile, in basis points of what remains after the fee: 10 % (our own choice; no network sets one). */
const suspendedReserveBps = 1000;

/** A fee rule as it applies while the credit of `program` is suspended, or as it is where none is. */
export function raisedRule(rule: FeeRule, program: string | null): FeeRule {
  return program === null ? rule : { ...rule, reserveBps: Math.max(rule.reserveBps, suspendedReserveBps) };
}

/** The program whose suspension raises a rule's reserve; null where the rule keeps as much anyway. */
export function raisedBy(rule: FeeRule, suspended: CreditSuspension): string | null {
  return suspended !== null && rule.reserveBps < suspendedReserveBps ? suspended.program : null;
}

/** Whether a settlement waits, before its second screen, until its return window is over. */
export function isOnHold({ status, creditHold }: Pick<Settlement, "status" | "creditHold">): boolean {
  return (status === "screening" || status === "screened") && creditHold?.endedAt === null;
}

/** Until when a settlement has to wait; undefined where it may go on. A rail that keeps nothing has paid out by itself: there is nothing to hold. */
function holdsUntil(state: Settlement, suspended: CreditSuspension, now: Instant): Instant | undefined {
  const { status, payment, keepsReserve, createdAt } = state;
  const isBefore = status === "screening" || status === "screened";
  if (suspended === null || !isBefore || !keepsReserve) return undefined;
  const until = returnWindowEnds(payment, payment.receivedAt ?? createdAt);
  return now < until ? until : undefined;
}

/** Seconds before the sweeper looks at a held settlement again, since credit may be reinstated: at most some 270 looks in the longest window, and 100,000 held ones are 280 a minute. */
const lookSeconds = 21_600;

/** Holds a settlement back while its tenant's credit is suspended and its return window open, and lets it go on after that. */
export function holdForCredit(state: Settlement, suspended: CreditSuspension, now: Instant): SettlementTransitions {
  const until = holdsUntil(state, suspended, now);
  if (suspended === null || until === undefined) return isOnHold(state) ? [endHold(state, now)] : [];
  const soon = addSeconds(now, lookSeconds);
  const screenDueAt = soon < until ? soon : until;
  if (isOnHold(state)) {
    if (state.screenDueAt !== null && state.screenDueAt > now) return [];
    return [settlementTransition(state, { ...state, screenDueAt }, now, { reason: "still on hold", quiet: true })];
  }
  const { program, reason } = suspended;
  const creditHold = { program, since: now, until, endedAt: null };
  return [
    settlementTransition(state, { ...state, creditHold, screenDueAt, parked: null, parkedSince: null }, now, {
      reason: `on hold until its return window ends at ${until}: the tenant's ${program} credit is suspended (${reason})`,
    }),
  ];
}

function endHold(state: Settlement, now: Instant): Transition<Settlement> {
  const { creditHold } = state;
  const isOver = creditHold !== null && creditHold.until <= now;
  const next = { ...state, creditHold: creditHold && { ...creditHold, endedAt: now }, screenDueAt: null };
  const why = isOver ? "its return window has ended" : "the tenant's credit is reinstated";
  return settlementTransition(state, next, now, { reason: `goes on to its screen: ${why}` });
}

/** Whether the sweeper has to know how the tenant's credit stands: a machine waits for the end of a hold, and it is time to look. */
export function isHoldDue(state: Settlement, now: Instant): boolean {
  const { waiting, parked, screenDueAt } = state;
  if (!isOnHold(state) || waiting?.state !== "screen" || parked !== null) return false;
  return screenDueAt !== null && screenDueAt <= now;
}

/** Lets a held settlement go on waiting without waking its machine; nothing where its time has come. */
export function keepOnHold(state: Settlement, suspended: CreditSuspension, now: Instant): SettlementTransitions {
  const stays = isHoldDue(state, now) && holdsUntil(state, suspended, now) !== undefined;
  return stays ? holdForCredit(state, suspended, now) : [];
}

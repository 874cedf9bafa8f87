import { breakCount, withBreak } from "../core/record-break.ts";
import { Refusal } from "../core/refusal.ts";
import { addDays, addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { returnCost } from "../rails/return-cost.ts";
import { termsOf } from "../rails/terms.ts";
import { notAvailable } from "../review/not-available.ts";
import { withCost } from "./float.ts";
import { heldFundsOf, type MoneyCase, moneyBack, returnableCents, whyNotReturn } from "./operator-money-actions.ts";
import { isPooled } from "./purchase.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";
import { nothing, type SettlementChange } from "./settlement-change.ts";

/** What the rail said of money that it was told to send back. */
export interface SentBack {
  readonly transferRef: string;
  readonly returned: "sent" | "failed" | null;
  /** What it took out of the rail's wallet, in stablecoin, where the rail tells it. */
  readonly cost?: string | undefined;
}

const askAgainSeconds = 600;

/** Deposits of one payment that its rail sends back; what comes after that is for operators. */
const mostSentBack = 50;

/** A caller that tells the rail at once has it to itself for so long. */
const callSeconds = 60;

/** Why what goes back might be lost twice: a dispute case may take the money too, or has taken it, or the card network has given it back. */
export function whyLostTwice({ disputes, disputesLost = [], networkRefundCents = 0 }: Settlement): string | undefined {
  if (disputes.length > 0) return "a dispute case about this payment is open";
  if (disputesLost.length > 0) return "a dispute case about this payment was lost: the network has the money";
  return networkRefundCents > 0 ? "the card network has given it back already" : undefined;
}

/** Why the rail cannot send held money back; undefined where it can. */
export function whyNotSendBack(state: Settlement): string | undefined {
  if (!state.refundable) return `the ${state.rail} adapter has no leg that returns money to a payer`;
  if (state.sendBack !== null) return "it is being sent back already";
  if (state.reconBreaks.some(({ kind }) => kind === frozenByIssuer))
    return "the coin's issuer has frozen the wallet that it would be sent back from";
  // Each is a transfer of the rail's, by whose reference its list is read.
  if (state.sentBack.filter(({ byRail }) => byRail).length >= mostSentBack)
    return `its rail has sent ${mostSentBack} deposits of it back`;
  return whyLostTwice(state) ?? whyNotReturn(state);
}

/** What of a payment can be refunded, and when: money that is held, as a whole. */
export const refundTerms = {
  settlementStatuses: ["declined", "failed"],
  amount: "all that is held, as a whole; in any other status what came and is applied to nothing",
  until:
    "it has gone back, the payer's bank takes it back, or the moment that the payment names: some rails send money back for 60 days after it came",
} as const;

/** Whether a refund of a payment would be taken, of how much, until when (null: no moment ends it), and why not otherwise; the refund route decides by the same rule. */
export function refundable(state: Settlement): {
  readonly available: boolean;
  readonly amountCents: number;
  readonly until: Instant | null;
  readonly reason: string | null;
} {
  const why = whyNotSendBack(state);
  return why === undefined
    ? { available: true, amountCents: returnableCents(state), until: refundEndsAt(state), reason: null }
    : { available: false, amountCents: 0, until: null, reason: why };
}

/** When a payment's rail stops sending its money back, counted from the first that came; null where it does not, or nobody knows when it came. */
function refundEndsAt({ rail, payment }: Settlement): Instant | null {
  const { refundDays } = termsOf(rail);
  return refundDays === null || payment.receivedAt === null ? null : addDays(payment.receivedAt, refundDays);
}

/** Records the wish to send all held money back by the rail, before the rail is told; the sweeper tells it. */
export function askSendBack(state: Settlement, by: string, now: Instant): Transition<Settlement> | Refusal {
  if (!state.refundable) return new Refusal("refund_unsupported", whyNotSendBack(state) ?? "");
  const why = whyNotSendBack(state);
  return why === undefined ? sendBackTransition(state, by, now, now) : notAvailable("return", why);
}

function sendBackTransition(state: Settlement, by: string, lookAt: Instant, now: Instant): Transition<Settlement> {
  const held = heldFundsOf(state);
  const sendBack = { key: nextKey(state), ...held, by, transferRef: null, lookAt, at: now };
  return settlementTransition(state, withCost({ ...state, sendBack }), now, {
    reason: `${held.amountCents} cents to be sent back by the rail (${by})`,
  });
}

/** Every order has a key of its own, whatever became of those before it. */
function nextKey({ id, sentBack, reconBreaks }: Settlement): string {
  const others = breakCount(reconBreaks, ["return_failed", "return_unknown", frozenByIssuer]);
  return `${id}:return:${sentBack.filter(({ byRail }) => byRail).length + others + 1}`;
}

/** Whether a rail must not be told any more: the payer's bank has taken the money meanwhile. */
export function isNoOp({ sendBack, payment }: Settlement): boolean {
  return sendBack?.transferRef === null && payment.status === "returned";
}

/** Takes an order back that is moot. The rail may have had it all the same: people look. */
export function callBack(state: Settlement, now: Instant): Transition<Settlement>[] {
  if (!isNoOp(state)) return [];
  const reconBreaks = withBreak(state.reconBreaks, "return_unknown", now);
  return [
    settlementTransition(state, { ...state, sendBack: null, reconBreaks }, now, {
      reason: "not sent back: the payer's bank has taken it",
    }),
  ];
}

/** A tenant's wish to give a payment back: what is held, as a whole, since a bank's deposit goes back as it came. Refuses what was delivered, is blocked, is in dispute, or is more than is held. */
export function askRefund(
  state: Settlement,
  input: { readonly amountCents: number; readonly reason: string },
  now: Instant,
): Transition<Settlement> | Refusal {
  const why = whyNotSendBack(state);
  if (!state.refundable) return new Refusal("refund_unsupported", why ?? "");
  if (why !== undefined) return notAvailable("refund", why);
  const endsAt = refundEndsAt(state);
  if (endsAt !== null && now >= endsAt)
    return notAvailable("refund", `the ${state.rail} rail sent it back until ${endsAt}; operators can still return it`);
  const heldCents = returnableCents(state);
  if (input.amountCents > heldCents)
    return new Refusal("amount_exceeds_remaining", `only ${heldCents} cents of this payment are held`, {
      fields: [{ path: "amountCents", message: `at most ${heldCents}` }],
    });
  if (input.amountCents < heldCents)
    return new Refusal("refund_unsupported", `the rail sends a deposit back as a whole: ${heldCents} cents`, {
      extra: { refundableCents: heldCents },
    });
  return sendBackTransition(state, `refund: ${input.reason}`, addSeconds(now, callSeconds), now);
}

export function isSendBackDue({ sendBack }: Settlement, now: Instant): boolean {
  return sendBack !== null && sendBack.lookAt <= now;
}

/** A rail that gave no answer is asked again later, by the same key. */
export function postponeSendBack(state: Settlement, now: Instant): Transition<Settlement>[] {
  if (state.sendBack === null) return [];
  const sendBack = { ...state.sendBack, lookAt: addSeconds(now, askAgainSeconds) };
  return [settlementTransition(state, { ...state, sendBack }, now, { reason: "return asked about", quiet: true })];
}

/** What became of it: gone, on its way, or refused, which leaves the money held and operators to see it. */
export function recordSendBack(
  input: Pick<MoneyCase, "settlement" | "invoice" | "now">,
  report: SentBack | { readonly refused: { readonly code: string } },
): SettlementChange {
  const { settlement: state, now } = input;
  const { sendBack } = state;
  if (sendBack === null) return nothing;
  if ("refused" in report) return failed(state, report.refused.code, now);
  if (report.returned === "failed") return failed(state, "return_failed", now);
  if (report.returned === "sent") return sent(input, sendBack, report);
  const { transferRef, cost = sendBack.cost } = report;
  const taken = cost !== undefined && isPooled(state) ? { cost } : {};
  const next = { ...state, sendBack: { ...sendBack, ...taken, transferRef, lookAt: addSeconds(now, askAgainSeconds) } };
  const isKnown = sendBack.transferRef === transferRef && next.sendBack.cost === sendBack.cost;
  const quiet = isKnown ? { quiet: true as const } : {};
  const reason = `on its way back to the payer as ${transferRef}`;
  return { settlement: [settlementTransition(state, next, now, { reason, ...quiet })], invoice: [] };
}

type Order = NonNullable<Settlement["sendBack"]>;

function sent(
  input: Pick<MoneyCase, "settlement" | "invoice" | "now">,
  order: Order,
  { transferRef: reference, cost }: SentBack,
): SettlementChange {
  const { settlement: state, now } = input;
  const { by } = order;
  const isTwice = state.payment.status === "returned" && order.amountCents > returnableCents(state);
  const reconBreaks = isTwice ? withBreak(state.reconBreaks, "return_after_refund", now) : state.reconBreaks;
  const settlement = { ...state, reconBreaks } as Settlement;
  return moneyBack(
    { ...input, settlement, rule: undefined, reference, by },
    {
      ...{ amountCents: order.amountCents, payableCents: order.payableCents, byRail: true },
      ...(isPooled(state) && { cost: cost ?? order.cost ?? returnCost(order.amountCents) }),
    },
  );
}

function failed(state: Settlement, code: string, now: Instant): SettlementChange {
  const kind = code === frozenByIssuer ? frozenByIssuer : "return_failed";
  const reconBreaks = withBreak(state.reconBreaks, kind, now);
  const transition = settlementTransition(state, { ...state, sendBack: null, reconBreaks }, now, {
    reason: `the rail did not send the money back: ${code}`,
  });
  return { settlement: [transition], invoice: [] };
}

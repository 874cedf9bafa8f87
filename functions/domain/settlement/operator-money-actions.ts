import { balancedPostings, type Posting, transfer } from "../core/ledger.ts";
import { centsText } from "../core/money.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import { confirmPayment, type Invoice, releaseAside, takeBack } from "../invoicing/invoice.ts";
import { receiptMail } from "../invoicing/payer-mail.ts";
import { exchangeCents } from "../rails/return-cost.ts";
import { notAvailable } from "../review/not-available.ts";
import type { FeeRule } from "../tenants/fee-rule.ts";
import { withCollectedFunds } from "./collection.ts";
import { counting, countsOfCollection, countsOfRefund } from "./counters.ts";
import { raisedRule } from "./credit-suspension.ts";
import { splitAmount, withoutReserve } from "./fee.ts";
import {
  heldMoney,
  isBlocked,
  isPayoutLeftBehind,
  railGaveUp,
  resolveBreaks,
  resolveLateFunds,
  undeliveredCents,
} from "./held-funds.ts";
import { isPayoutUnanswered } from "./late-payout.ts";
import { boughtShare } from "./purchase.ts";
import { type Settlement, settlementTransition } from "./settlement.ts";
import type { SettlementChange } from "./settlement-change.ts";
import { failSettlement, wake } from "./transitions.ts";

/** What an operators' decision about money is made on; `rule` is the fee rule that the settlement was opened with. */
export interface MoneyCase {
  readonly settlement: Settlement;
  readonly invoice: Invoice;
  readonly rule: FeeRule | undefined;
  readonly reference: string;
  /** What allowed it, for the trail. */
  readonly by: string;
  readonly now: Instant;
}

/** What came, while nobody has decided about it, in cents. */
export function undecidedCents({ status, mismatchCents }: Settlement): number | undefined {
  return status === "collecting" ? (mismatchCents ?? undefined) : undefined;
}

const nothingUndecided = "no wrong amount waits for a decision";

/** Why what came can only be accepted: a rail that pays straight through has paid it out. */
export function whyOnlyAccept({ status, earlyHash }: Settlement): string | undefined {
  return status === "collecting" && earlyHash !== undefined
    ? "the rail has paid it out already: what came can only be accepted"
    : undefined;
}

export function whyNotAccept(state: Settlement): string | undefined {
  return undecidedCents(state) === undefined ? nothingUndecided : undefined;
}

/** Settles what came. Less is quoted anew under the settlement's own fee rule, and refused where nothing would remain; what came beyond the expected amount stays unapplied. */
export function acceptAmount({ settlement: state, invoice, rule, by, now }: MoneyCase): SettlementChange | Refusal {
  const cameCents = undecidedCents(state) ?? 0;
  const takenCents = Math.min(cameCents, state.fiatInCents);
  const quoted = takenCents < state.fiatInCents ? requoted(state, takenCents, rule) : state;
  if (quoted instanceof Refusal) return quoted;
  const came = withCollectedFunds(quoted, now);
  const payment = { ...came.payment, receivedCents: cameCents, receivedAt: state.payment.receivedAt };
  const next: Settlement = { ...came, payment, unappliedCents: cameCents - takenCents };
  const transition = settlementTransition(state, next, now, {
    reason: `accepted ${takenCents} of ${cameCents} cents that came, ${state.fiatInCents} expected (${by})`,
    postings: transfer("unapplied_receipts", "tenant_payable", takenCents),
    follows: [
      ...wake(state),
      ...counting(state.tenantId, payment.receivedAt ?? now, countsOfCollection(payment)),
      ...receiptMail(invoice, payment),
    ],
  });
  const { id } = state.payment;
  const lessCents = state.fiatInCents - takenCents;
  const less = lessCents > 0 ? [releaseAside(invoice, lessCents, id, now, `settles ${lessCents} cents less`)] : [];
  return {
    settlement: [transition],
    invoice: [...less, confirmPayment(less[0]?.next ?? invoice, takenCents, id, now)],
  };
}

function requoted(state: Settlement, fiatInCents: number, rule: FeeRule | undefined): Settlement | Refusal {
  if (!rule) return notAvailable("accept", "the fee rule that it was opened with is not kept any more");
  const wished = splitAmount(fiatInCents, raisedRule(rule, state.reserveRaisedBy));
  const split = state.keepsReserve ? wished : withoutReserve(wished);
  if (split.netCents < 1) return notAvailable("accept", "nothing would remain after fee and reserve");
  return { ...state, fiatInCents, ...split, payment: { ...state.payment, amountCents: fiatInCents } };
}

export function whyNotTopUp(state: Settlement): string | undefined {
  const cameCents = undecidedCents(state);
  if (cameCents === undefined) return nothingUndecided;
  if (whyOnlyAccept(state)) return whyOnlyAccept(state);
  return cameCents < state.fiatInCents ? undefined : "all that was expected has come: there is no rest to wait for";
}

/** Keeps what came and waits for the rest. */
export function awaitRest({ settlement: state, by, now }: MoneyCase): SettlementChange {
  const unappliedCents = undecidedCents(state) ?? 0;
  const transition = settlementTransition(state, { ...state, mismatchCents: null, unappliedCents }, now, {
    reason: `waiting for ${state.fiatInCents - unappliedCents} cents more (${by})`,
  });
  return { settlement: [transition], invoice: [] };
}

export function returnableCents(state: Settlement): number {
  const { tenantPayableCents, unappliedCents } = heldMoney(state);
  return tenantPayableCents + unappliedCents;
}

/** Why held money cannot be sent back. A sanctions decline keeps it where it is, whoever asks. */
export function whyNotReturn(state: Settlement): string | undefined {
  if (isBlocked(state)) return "screening declined the wallet: the money stays blocked, and nobody can overrule that";
  if (isPayoutUnanswered(state) || isPayoutLeftBehind(state))
    return "its payout may have been made: the rail is asked until that is known";
  return returnableCents(state) === 0 ? "no money of the payer's is held" : whyOnlyAccept(state);
}

/** Records that operators sent the held money back outside the rail. */
export function returnOffPlatform(input: MoneyCase): SettlementChange {
  return moneyBack(input, { ...heldFundsOf(input.settlement), byRail: false });
}

/** So much of held money, and what of it stands on the tenant's account. */
export interface Back {
  readonly amountCents: number;
  readonly payableCents: number;
}

export function heldFundsOf(state: Settlement): Back {
  return { amountCents: returnableCents(state), payableCents: heldMoney(state).tenantPayableCents };
}

/** How it went: by the rail, which takes so much stablecoin out of its wallet for it, or outside. */
type SentOut = Back & { readonly byRail: boolean; readonly cost?: string };

/** Held money went back: it leaves the ledger, and a payment that had counted is taken off its invoice. What came after the rail had been told stays held, and what had gone otherwise by then is lost. */
export function moneyBack(input: MoneyCase, { byRail, cost, ...back }: SentOut): SettlementChange {
  const { settlement: state, invoice, reference, by, now } = input;
  const { amountCents } = back;
  // A payout that proved itself meanwhile does not undo what the rail has sent.
  const payableCents = back.payableCents > 0 ? undeliveredCents(state) : 0;
  const cameCents = heldMoney(state).unappliedCents;
  const leftCents = payableCents + cameCents - amountCents;
  const unappliedCents = Math.max(leftCents, 0);
  const lostCents = Math.max(-leftCents, 0);
  const fxCents = cost === undefined ? 0 : exchangeCents(cost, boughtShare(state, amountCents));
  const postings = balancedPostings(
    { account: "fx_gain_loss", amountCents: fxCents },
    { account: "tenant_payable", amountCents: payableCents },
    { account: "unapplied_receipts", amountCents: cameCents - unappliedCents },
    { account: "return_shortfall", amountCents: lostCents },
    { account: "rail_clearing", amountCents: -amountCents - fxCents },
  );
  const taken = cost === undefined ? {} : { cost, exchangeCents: fxCents };
  const marks = { ...(byRail && { byRail }), ...(lostCents > 0 && { lostCents }), ...taken };
  const after: Settlement = {
    ...state,
    mismatchCents: null,
    unappliedCents,
    reconBreaks: unappliedCents === 0 ? resolveBreaks(state, railGaveUp, now) : state.reconBreaks,
    sendBack: null,
    sentBack: [...state.sentBack, { amountCents, reference, at: now, ...marks }],
  };
  if (state.status === "collecting") return callOff(after, invoice, postings, now);
  const reason = `sent ${centsText(amountCents)} USD back ${byRail ? "by" : "outside"} the rail as ${reference} (${by})`;
  const isPayments = payableCents > 0 || (state.payment.status === "failed" && undeliveredCents(state) === 0);
  if (!isPayments) return { settlement: [settlementTransition(state, after, now, { reason, postings })], invoice: [] };
  const reconBreaks = resolveLateFunds(after, now);
  const payment = { ...state.payment, status: "refunded" as const };
  const counted = state.payment.status === "succeeded";
  const follows = counted ? counting(state.tenantId, now, countsOfRefund) : [];
  const transition = settlementTransition(state, { ...after, payment, reconBreaks }, now, {
    reason,
    postings,
    follows,
  });
  return {
    settlement: [transition],
    invoice: counted ? [takeBack(invoice, state.fiatInCents, payment.id, now, "was sent back")] : [],
  };
}

function callOff(stored: Settlement, invoice: Invoice, postings: readonly Posting[], now: Instant): SettlementChange {
  const payment = { ...stored.payment, status: "refunded" as const };
  const { reference = "", byRail } = stored.sentBack.at(-1) ?? {};
  const no = {
    code: byRail ? "returned_by_rail" : "returned_off_platform",
    reason: `what came was sent back to the payer as ${reference}`,
  };
  const transition = failSettlement({ ...stored, payment }, no, now);
  return {
    settlement: [{ ...transition, postings }],
    invoice: [releaseAside(invoice, stored.fiatInCents, payment.id, now)],
  };
}

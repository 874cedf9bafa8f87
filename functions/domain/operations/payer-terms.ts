import { sealedParts } from "../core/sealed-text.ts";
import { addDays, addYears, type Instant } from "../core/time.ts";
import type { Payment } from "../settlement/payment.ts";
import { returnWindowEnds } from "../settlement/return-window.ts";
import { isEnded, type Settlement } from "../settlement/settlement.ts";
import type { ErasureTerms } from "./erasure.ts";

/** What of a payer has a key of its own: the account's numbers, and who agreed to the debit from where. */
export const payerSubjectTypes = ["account", "payer"] as const;
export type PayerSubjectType = (typeof payerSubjectTypes)[number];

/** Years after the end of an authorization through which it is to be shown (Nacha Operating Rules, subsection 2.3.2.7). */
const authorizationYears = 2;

/** Days after which what was typed for a payment that never came to be is erased: nobody carries such an attempt on by then. */
const attemptDays = 3;

/** When what a payer typed may go: null while its payment may still be collected. What came to no payment goes days after it was typed. */
export function payerTextEndsAt(
  kind: PayerSubjectType,
  state: Settlement | undefined,
  madeAt: Instant,
): Instant | null {
  if (!state) return addDays(madeAt, attemptDays);
  const windowEnds = accountEnds(state);
  // A transfer has no authorization that would have to be shown.
  if (kind === "account" || !state.payment.hosted?.authorization || windowEnds === null) return windowEnds;
  const { receivedAt, returnedAt } = state.payment;
  const times = [state.createdAt, receivedAt, returnedAt].flatMap((at) => at ?? []);
  return addYears(
    times.reduce((last, at) => (at > last ? at : last)),
    authorizationYears,
  );
}

const bases = {
  open: "its payment may still be collected: the time is counted from when it is, or comes to nothing",
  window: "a payment may be taken back until its return window ends; one that came to nothing needs nobody",
  authorization: "a debit's authorization is kept for two years after the last act (Nacha Operating Rules 2.3.2.7)",
} as const;

/** When a payer may be erased, account and all. */
export function payerErasureTerms(state: Settlement): ErasureTerms {
  const [accountEndsAt, payerEndsAt] = [accountEnds(state), payerTextEndsAt("payer", state, state.createdAt)];
  if (accountEndsAt === null || payerEndsAt === null) return { eraseAt: null, basis: bases.open, tenantEndedAt: null };
  const isKept = payerEndsAt > accountEndsAt;
  return {
    eraseAt: isKept ? payerEndsAt : accountEndsAt,
    basis: isKept ? bases.authorization : bases.window,
    tenantEndedAt: null,
  };
}

/** The end of a payment's return window; a payment that brought nothing has none, and ends with its settlement. */
function accountEnds(state: Settlement): Instant | null {
  const { payment, status, updatedAt } = state;
  if (payment.receivedAt !== null) return returnWindowEnds(payment, payment.receivedAt);
  return isEnded(status) ? updatedAt : null;
}

/** A payment with each text of its payer changed that the last release stored without a key: its account's numbers, or who agreed to the debit from where. */
export function mapFormerTexts(payment: Payment, kind: PayerSubjectType, change: (text: string) => string): Payment {
  const { bankAccount, hosted } = payment;
  // What is sealed under a key of its own goes with that.
  const former = (text: string) => (sealedParts(text) || text === "" || text === "unknown" ? text : change(text));
  if (kind === "account")
    return bankAccount ? { ...payment, bankAccount: { ...bankAccount, sealed: former(bankAccount.sealed) } } : payment;
  return {
    ...payment,
    ...(bankAccount && { bankAccount: { ...bankAccount, holder: former(bankAccount.holder) } }),
    ...(hosted && { hosted: { ...hosted, ip: former(hosted.ip), userAgent: former(hosted.userAgent) } }),
  };
}

import { payByForm, paymentOf, paymentsOf } from "../../app/checkout/hosted-invoice.ts";
import { formFingerprintOf } from "../../app/core/idempotency-claim.ts";
import { RateLimiter } from "../../app/core/rate-limit.ts";
import { creditNotesOf } from "../../app/invoicing/credit-notes.ts";
import { invoicePageOperations } from "../../contract/checkout/invoice-pages.ts";
import { type HostedPay, type PayProblems, readHostedPay } from "../../domain/checkout/pay.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { HostedFacts } from "../../domain/settlement/payment.ts";
import { paidView } from "../../domain/settlement/view.ts";
import type { Answer, Call } from "../../http/operation-types.ts";
import { statusOf } from "../../http/problem.ts";
import { serve } from "../../http/route.ts";
import { clock, contextOf, newId, store } from "../../wiring/core/context.ts";
import { linkKeys } from "../../wiring/core/links.ts";
import { personal } from "../../wiring/core/personal.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { vendors } from "../../wiring/rails/vendors.ts";
import { refusedForPayers } from "./ended-link.ts";
import { authorizationText, type PayFormInput } from "./form.ts";
import { dayOfNonce } from "./nonce.ts";
import { type InvoicePageInput, invoicePage, waitPage } from "./page.ts";
import { linksOf, type PayerView, payerViewOf } from "./payer-view.ts";
import { hostedPaymentPage } from "./payment-page.ts";

type PayCall = Call<typeof invoicePageOperations.payHostedInvoice>;

/** Forms for one invoice: a person sends a few, and who has the link cannot tie an invoice up with thousands of parts. */
const limiter = new RateLimiter({ store, clock, newId }, { perSecond: 1 / 30, burst: 12 });

async function shown(snapshot: PayerView, more: Partial<InvoicePageInput> = {}): Promise<Answer<string>> {
  const [payments, credits] = await Promise.all([
    paymentsOf({ store }, snapshot.invoice),
    creditNotesOf({ store }, snapshot.invoice),
  ]);
  const { sources } = vendors.rail;
  return invoicePage(snapshot, { payments, credits, sources, now: clock.now(), ...more });
}

async function pay(call: PayCall): Promise<Answer<string>> {
  const { nonce, ...typed } = call.body;
  const day = dayOfNonce(call.params.token, nonce, clock.now());
  if (day === undefined) throw new Refusal("foreign_form", "this form is not from the invoice's page");
  const snapshot = await payerViewOf({ ...contextOf(call), linkKeys }, call);
  const input = readHostedPay(typed, snapshot.invoice, vendors.rail.sources);
  if ("problems" in input)
    return shown(snapshot, { tried: { typed, problems: input.problems }, status: statusOf.validation_error });
  const { waitSeconds } = await limiter.spend(`payer#${snapshot.invoice.id}`);
  if (waitSeconds > 0)
    throw new Refusal("rate_limited", "too many forms for this invoice", { retryAfterSeconds: waitSeconds });
  try {
    const { outcome } = await payByForm(contextOf(call), { ...vendors, sealer: personal }, snapshot.invoice, input, {
      ...{ nonce, fingerprint: formFingerprintOf(call.rawFingerprint, nonce), rawFingerprint: call.rawFingerprint },
      hosted: factsOf(call, snapshot, input, day),
    });
    if (outcome.kind === "refusal") return refused(call, typed, new Refusal(outcome.code, outcome.message));
    const { payment } = paidView.parse(outcome.result);
    return { status: 303, body: "", headers: { location: linksOf(snapshot).payment(payment.id) } };
  } catch (error) {
    if (error instanceof Refusal) return refused(call, typed, error);
    throw error;
  }
}

/** The payer has agreed to what the page said on its day, which may be the one before. */
function factsOf(call: PayCall, snapshot: PayerView, { source }: HostedPay, day: string): HostedFacts {
  return {
    ...{ at: clock.now(), ip: call.address, userAgent: call.userAgent, locale: snapshot.locale },
    authorization: source === "ach" ? authorizationText(snapshot, day) : null,
  };
}

/** A refused payment on the invoice's page as it is by now, as far as it is the payer's to know: what a check of the seller said is not. */
async function refused(call: PayCall, typed: PayFormInput, { code }: Refusal): Promise<Answer<string>> {
  const snapshot = await payerViewOf({ ...contextOf(call), linkKeys }, call);
  const status = statusOf[code];
  const redisplay = (problems: PayProblems) => ({ tried: { typed, problems }, status });
  switch (code) {
    case "amount_exceeds_remaining":
      return shown(snapshot, redisplay({ amount: "too_much" }));
    case "amount_too_small":
      return shown(snapshot, redisplay({ amount: "too_small_after_fees" }));
    case "invoice_already_paid":
    case "invoice_not_payable":
      return shown(snapshot, { status });
    case "idempotency_key_reuse":
      return shown(snapshot, { ...redisplay({}), notice: "used" });
    case "idempotency_in_progress":
    case "rail_unavailable":
    case "version_conflict":
      return waitPage(snapshot, status);
    default:
      // One status for all of them: which it is would tell of the seller.
      return shown(snapshot, { ...redisplay({}), status: statusOf.action_not_available, notice: "cannot" });
  }
}

export const handler = serve(invoicePageOperations, peopleFrame({ refused: refusedForPayers }), {
  showInvoice: async (call) => shown(await payerViewOf({ ...contextOf(call), linkKeys }, call)),
  payHostedInvoice: pay,
  showPayForm: async (call) => {
    const snapshot = await payerViewOf({ ...contextOf(call), linkKeys }, call);
    return { status: 303, body: "", headers: { location: linksOf(snapshot).invoice } };
  },
  showHostedPayment: async (call) => {
    const snapshot = await payerViewOf({ ...contextOf(call), linkKeys }, call);
    return hostedPaymentPage(snapshot, await paymentOf(contextOf(call), snapshot.invoice, call.params.paymentId));
  },
});

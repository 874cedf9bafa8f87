import { paymentOf, paymentsOf } from "../../app/checkout/invoice.ts";
import { payByForm } from "../../app/checkout/pay.ts";
import { RateLimiter } from "../../app/core/rate-limit.ts";
import { invoicePageOperations } from "../../contract/checkout/invoice-pages.ts";
import { type HostedPay, type PayProblems, readHostedPay } from "../../domain/checkout/pay.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { HostedFacts } from "../../domain/settlement/hosted-facts.ts";
import { paidView } from "../../domain/settlement/view.ts";
import type { Answer, Call } from "../../http/operation-types.ts";
import { statusOf } from "../../http/problem.ts";
import { serve } from "../../http/route.ts";
import { book, clock, deskOf, newId } from "../../wiring/core/context.ts";
import { peopleFrame } from "../../wiring/frames/people.ts";
import { peopleSecrets } from "../../wiring/onboarding/people-secrets.ts";
import { vendors } from "../../wiring/rails/vendors.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import { authorizationText, type Typed } from "./form.ts";
import { dayOfNonce } from "./nonce.ts";
import { type InvoiceShown, invoicePage, waitPage } from "./page.ts";
import { type InvoiceSight, invoiceSight, linksOf } from "./payer-view.ts";
import { hostedPaymentPage } from "./payment-page.ts";

type PayCall = Call<typeof invoicePageOperations.payHostedInvoice>;

/** Forms for one invoice: a person sends a few, and who has the link cannot tie an invoice up with thousands of parts. */
const limiter = new RateLimiter({ book, clock, newId }, { perSecond: 1 / 30, burst: 12 });

async function shown(sight: InvoiceSight, more: Partial<InvoiceShown> = {}): Promise<Answer<string>> {
  const payments = await paymentsOf({ book }, sight.invoice);
  const { sources } = vendors.rail;
  return invoicePage(sight, { payments, sources, now: clock.now(), ...more });
}

async function pay(call: PayCall): Promise<Answer<string>> {
  const { nonce, ...typed } = call.body;
  const day = dayOfNonce(call.params.token, nonce, clock.now());
  if (day === undefined) throw new Refusal("foreign_form", "this form is not from the invoice's page");
  const sight = await invoiceSight(deskOf(call), call);
  const asked = readHostedPay(typed, sight.invoice, vendors.rail.sources);
  if ("problems" in asked)
    return shown(sight, { tried: { typed, problems: asked.problems }, status: statusOf.validation_error });
  const { waitSeconds } = await limiter.spend(`payer#${sight.invoice.id}`);
  if (waitSeconds > 0)
    throw new Refusal("rate_limited", "too many forms for this invoice", { retryAfterSeconds: waitSeconds });
  try {
    const { outcome } = await payByForm(
      { ...deskOf(call), ...vendors, accounts: peopleSecrets },
      sight.invoice,
      asked,
      { nonce, fingerprint: call.fingerprint, hosted: factsOf(call, sight, asked, day) },
    );
    if (outcome.kind === "refusal") return refused(call, typed, new Refusal(outcome.code, outcome.message));
    const { payment } = paidView.parse(outcome.result);
    return { status: 303, body: "", headers: { location: linksOf(sight).payment(payment.id) } };
  } catch (error) {
    if (error instanceof Refusal) return refused(call, typed, error);
    throw error;
  }
}

/** The payer has agreed to what the page said on its day, which may be the one before. */
function factsOf(call: PayCall, sight: InvoiceSight, { source }: HostedPay, day: string): HostedFacts {
  return {
    ...{ at: clock.now(), ip: call.address, userAgent: call.userAgent, locale: sight.locale },
    authorization: source === "ach" ? authorizationText(sight, day) : null,
  };
}

/** A refused payment on the invoice's page as it is by now, as far as it is the payer's to know: what a check of the seller said is not. */
async function refused(call: PayCall, typed: Typed, { code }: Refusal): Promise<Answer<string>> {
  const sight = await invoiceSight(deskOf(call), call);
  const status = statusOf[code];
  const again = (problems: PayProblems) => ({ tried: { typed, problems }, status });
  switch (code) {
    case "amount_exceeds_remaining":
      return shown(sight, again({ amount: "too_much" }));
    case "amount_too_small":
      return shown(sight, again({ amount: "too_small_after_fees" }));
    case "invoice_already_paid":
      return shown(sight, { status });
    case "idempotency_key_reuse":
      return shown(sight, { ...again({}), notice: "used" });
    case "idempotency_in_progress":
    case "rail_unavailable":
    case "version_conflict":
      return waitPage(sight, status);
    default:
      // One status for all of them: which it is would tell of the seller.
      return shown(sight, { ...again({}), status: statusOf.action_not_available, notice: "cannot" });
  }
}

export const handler = serve(
  invoicePageOperations,
  {
    showInvoice: async (call) => shown(await invoiceSight(deskOf(call), call)),
    payHostedInvoice: pay,
    showPayForm: async (call) => {
      const sight = await invoiceSight(deskOf(call), call);
      return { status: 303, body: "", headers: { location: linksOf(sight).invoice } };
    },
    showHostedPayment: async (call) => {
      const sight = await invoiceSight(deskOf(call), call);
      return hostedPaymentPage(sight, await paymentOf(deskOf(call), sight.invoice, call.params.paymentId));
    },
  },
  peopleFrame({ refused: refusedForPeople }),
);

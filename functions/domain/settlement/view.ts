import * as z from "zod";
import { payerTypes } from "../core/holder-type.ts";
import { listedIn } from "../core/listed-in.ts";
import { paymentStatuses } from "../core/payment-status.ts";
import { pickFields } from "../core/pick-fields.ts";
import { suspensionPrograms } from "../core/program-id.ts";
import { lastSeenAt } from "../core/record-break.ts";
import { waitingForView } from "../core/waiting-for.ts";
import { frozenByIssuer } from "../rails/issuer-freeze.ts";
import { paymentSources } from "../rails/payment-source.ts";
import { assetWarning } from "../tenants/asset-policy.ts";
import { isOnHold } from "./credit-suspension.ts";
import { entryClasses, entryClassOf, iatDecision } from "./entry-terms.ts";
import { expiresAt } from "./expiry.ts";
import { heldMoney, sentBackCents } from "./held-funds.ts";
import { refundable } from "./payer-refund.ts";
import { appliedFrom, appliedTo } from "./payment.ts";
import { bankCode, returnReason } from "./return-code-rules.ts";
import { returnWindowEnds } from "./return-window.ts";
import { type Settlement, settlementStatuses } from "./settlement.ts";
import { settlementWaitsFor } from "./waiting.ts";

const metadata = z
  .record(z.string(), z.string())
  .default({})
  .describe("what your call to pay said of it; nothing of ours reads it");

/** A text that views of before it was kept lack. */
const laterText = z.string().nullable().default(null);

const creditHold = z.object({
  program: listedIn(suspensionPrograms, z.string()).describe("the ratio program that the tenant is over the limit of"),
  since: z.string().describe("since when it waits"),
  until: z
    .string()
    .meta({ format: "date-time" })
    .describe("when the payer's bank can take nothing back any more; earlier where credit is reinstated"),
});

/** How money that came after a cancel was applied; absent of all others. */
const appliedView = {
  appliedTo: appliedTo
    .optional()
    .describe("where money went that came after the payment was canceled; absent unless operators applied it"),
  appliedFrom: appliedFrom
    .optional()
    .describe("the canceled payment whose money this is; absent unless operators applied it"),
};

/** A settlement as clients see it (spec section 2). Amounts in cents, stablecoin as decimal text. */
export const settlementView = z
  .object({
    id: z.string(),
    paymentId: z.string(),
    tenantId: z.string(),
    invoiceId: z.string(),
    status: z
      .enum(settlementStatuses)
      .describe("how far it is; completed once the payout is proven on chain; completed, declined and failed are ends"),
    currency: z.string(),
    fiatInCents: z.int(),
    feeCents: z.int(),
    reserveCents: z.int(),
    netCents: z.int(),
    feeRuleId: z.string(),
    reserveRaisedBy: laterText.describe(
      "the ratio program whose suspended credit raised the reserve above the fee rule's",
    ),
    fxRate: z.string().nullable(),
    usdtOut: z.string().nullable(),
    usdtStable: z.string(),
    destChain: z.string(),
    destWallet: z.string(),
    txHash: z.string().optional().describe("on-chain hash; absent until the rail returns proof"),
    screeningRef: z.string().nullable(),
    creditHold: creditHold
      .nullable()
      .default(null)
      .describe("while it waits, before its second screen, because the tenant's program credit is suspended"),
    waitingFor: waitingForView
      .nullable()
      .default(null)
      .describe("what its money waits for; null while it moves, and once nothing is left to happen"),
    iat: iatDecision
      .nullable()
      .default(null)
      .describe(
        "whether its payment is an international ACH transaction; null where it was accepted before that was decided",
      ),
    warnings: z
      .array(assetWarning)
      .optional()
      .describe("what a rule said against its stablecoin when its payment was accepted; absent where none did"),
    ...appliedView,
    declineReason: z.string().nullable(),
    failureCode: z.string().nullable(),
    failureReason: z.string().nullable(),
    metadata,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Settlement" });

export type SettlementView = z.infer<typeof settlementView>;

export function viewSettlement(settlement: Settlement): SettlementView {
  const { txHash, ...state } = settlement;
  return pickFields(settlementView, {
    ...state,
    paymentId: state.payment.id,
    ...(txHash !== null && { txHash }),
    screeningRef: state.screens.at(-1)?.ref ?? null,
    creditHold: viewHold(state),
    waitingFor: settlementWaitsFor(settlement),
    iat: settlement.iat ?? null,
    ...(settlement.assetWarnings && { warnings: settlement.assetWarnings }),
  });
}

function viewHold(state: Pick<Settlement, "status" | "creditHold">): SettlementView["creditHold"] {
  if (state.creditHold === null || !isOnHold(state)) return null;
  const { program, since, until } = state.creditHold;
  return { program, since, until };
}

const refund = z.object({
  amountCents: z.int().describe("what goes or went back, in cents"),
  status: z
    .enum(["pending", "sent", "failed"])
    .describe("pending until the rail has sent it; failed where the rail could not"),
  reference: z.string().nullable().describe("the rail's or the bank's own, once there is one"),
});

const refundableView = z.object({
  available: z
    .boolean()
    .describe("whether a refund of it would be taken now, as far as the payment's own record tells"),
  amountCents: z
    .int()
    .describe("what a refund has to name, in cents: all that is held; 0 where nothing can be refunded"),
  until: laterText.describe(
    "the moment from which a refund is refused, since the rail sends money back no longer; null where no moment ends it, or nothing can be refunded",
  ),
  reason: z.string().nullable().describe("why it cannot be refunded; null where it can"),
});

export const paymentView = z
  .object({
    id: z.string(),
    invoiceId: z.string(),
    tenantId: z.string(),
    settlementId: z.string(),
    status: z.enum(paymentStatuses).describe("how far the collection is"),
    amountCents: z.int().describe("what is collected of the payer, in cents"),
    currency: z.string(),
    rail: z.string(),
    source: z
      .object({
        type: z
          .enum(paymentSources)
          .describe("ach is pulled from the payer's bank, ach_push is a transfer that the payer sends"),
      })
      .describe("how the money is collected"),
    holderType: z.enum(payerTypes).default("unknown").describe("whose account it comes from"),
    secCode: z
      .enum(entryClasses)
      .nullable()
      .default(null)
      .describe(
        "the debit's entry class: CCD of a business, WEB or PPD of an individual, IAT where `iat` of the settlement says that it is international; null for a transfer",
      ),
    entryDescription: laterText.describe(
      "what the payer reads of the debit on the bank's statement: PURCHASE where a person agreed to it on the invoice's page, else INVOICE; null for a transfer",
    ),
    railRef: z.string().nullable(),
    railState: z
      .string()
      .nullable()
      .describe(
        "the last state that the rail told: awaiting_funds, funds_received, payout_submitted, payment_processed, failed, returned, canceled",
      ),
    sourceDepositInstructions: z.record(z.string(), z.unknown()).nullable(),
    receivedAmountCents: z.int().nullable().describe("what the rail said came, in cents; null until it said so"),
    receivedAt: z.string().nullable(),
    returnWindowEndsAt: laterText.describe("when the payer's bank can take nothing back any more; null until it came"),
    correctionCode: laterText.describe("the payer's bank's last notification of change (C code)"),
    returnCode: z
      .string()
      .nullable()
      .describe("the return code of the payer's bank (R01 and so on); null where there is none, or the rail told none"),
    returnReason: laterText.describe("what the return code means, in words; null without one"),
    returnedAt: z.string().nullable(),
    refund: refund.nullable().default(null).describe("money that goes, or went, back to the payer"),
    refundable: refundableView
      .default({ available: false, amountCents: 0, until: null, reason: null })
      .describe("what POST /api/v1/payments/{id}/refund would do now"),
    failureCode: z.string().nullable(),
    failureReason: z.string().nullable(),
    screeningRef: z.string().nullable(),
    ...appliedView,
    expiresAt: laterText.describe(
      "when it lapses if no money comes: it is canceled, and its invoice can be paid again; null once money has come or it has ended",
    ),
    metadata,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "Payment" });

export type PaymentView = z.infer<typeof paymentView>;

export function viewPayment(state: Settlement): PaymentView {
  const { id: settlementId, payment } = state;
  return pickFields(paymentView, {
    ...{ ...state, ...payment, settlementId },
    source: { type: payment.source },
    secCode: entryClassOf(payment, state.iat),
    returnCode: bankCode(payment.returnCode),
    returnReason: returnReason(payment.returnCode, payment.returnedAt ?? state.updatedAt),
    returnWindowEndsAt: payment.receivedAt && returnWindowEnds(payment, payment.receivedAt),
    sourceDepositInstructions: payment.instructions,
    receivedAmountCents: payment.receivedCents,
    refund: viewRefund(state),
    refundable: refundable(state),
    expiresAt: expiresAt(state),
  });
}

/** What is on its way back, went back, or could not: the last of them. */
function viewRefund(state: Settlement): z.infer<typeof refund> | null {
  const { sendBack, sentBack, reconBreaks } = state;
  if (sendBack) return { amountCents: sendBack.amountCents, status: "pending", reference: sendBack.transferRef };
  const last = sentBack.at(-1);
  const failed = reconBreaks.findLast(({ kind }) => kind === "return_failed" || kind === frozenByIssuer);
  if (last && !(failed && lastSeenAt(failed) > last.at))
    return { amountCents: sentBackCents(state), status: "sent", reference: last.reference };
  if (!failed) return null;
  const { tenantPayableCents, unappliedCents } = heldMoney(state);
  return { amountCents: tenantPayableCents + unappliedCents, status: "failed", reference: null };
}

/** The answer to pay (spec section 4). */
export const paidView = z.object({
  payment: paymentView.describe("the payment that was begun"),
  settlement: settlementView.describe("the settlement that carries it to your wallet"),
  sourceDepositInstructions: z.record(z.string(), z.unknown()).nullable(),
});

export type PaidView = z.infer<typeof paidView>;

export function viewPaidSettlement(state: Settlement): PaidView {
  return {
    payment: viewPayment(state),
    settlement: viewSettlement(state),
    sourceDepositInstructions: state.payment.instructions,
  };
}

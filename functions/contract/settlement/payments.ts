import * as z from "zod";
import { positiveCents } from "../../domain/core/money.ts";
import { paymentStatuses } from "../../domain/core/payment-status.ts";
import { customerView } from "../../domain/invoicing/customer-view.ts";
import { invoiceView } from "../../domain/invoicing/view.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { printableLines } from "../../http/printable.ts";
import { customerId, idParam, transition } from "../../http/schemas.ts";
import { embedsOne, expandable, expandedListOf, expandedRecordOf } from "../expand.ts";
import { byStatus, creationRange, get, operationTable, parents, post } from "../operation-table.ts";

const payments = { caller: "tenant", tag: "Payment and settlement", lambda: "payments" } as const;

const invoice = embedsOne("getInvoice", invoiceView, "the invoice");
const customer = embedsOne("getCustomer", customerView, "the customer that the invoice names, as it is now");

const payment = expandable("ExpandablePayment", paymentView, {
  settlement: embedsOne("getSettlement", settlementView, "the settlement, without its history"),
  invoice,
  customer,
});

const settlementEmbeds = { payment: embedsOne("getPayment", paymentView, "the payment"), invoice, customer };
const settlement = expandable("ExpandableSettlement", settlementView, settlementEmbeds);
const settlementDetail = expandable(
  "SettlementDetail",
  settlementView.extend({ history: z.array(transition).describe("its changes of state, the oldest first") }),
  settlementEmbeds,
);

export const paymentReadOperations = operationTable(payments, {
  listPayments: get(
    "/api/v1/payments",
    "List payments, newest first",
    expandedListOf(payment, {
      ...byStatus(paymentStatuses),
      ...creationRange,
      ...parents({ invoiceId: "inv" }),
      customerId,
    }),
  ),
  getPayment: get("/api/v1/payments/{id}", "Read a payment", expandedRecordOf(idParam("pay"), payment)),
  listSettlements: get(
    "/api/v1/settlements",
    "List settlements, newest first",
    expandedListOf(settlement, {
      ...byStatus(settlementStatuses),
      ...creationRange,
      ...parents({ invoiceId: "inv", paymentId: "pay" }),
      customerId,
    }),
  ),
  getSettlement: get(
    "/api/v1/settlements/{id}",
    "Read a settlement with its history",
    expandedRecordOf(idParam("stl"), settlementDetail),
  ),
});

const refunds = { ...payments, lambda: "refunds" } as const;

/** What moves money, or keeps it from moving, has a Lambda of its own. */
export const refundOperations = operationTable(refunds, {
  cancelPayment: post("/api/v1/payments/{id}/cancel", "Cancel a payment whose money has not come", {
    description:
      "The rail gives the collection up, the invoice can be paid again, and the instructions are void. Safe to repeat. Where money has come, or a debit is on its way to the payer's bank, it is 409. What a payer sends all the same is applied to nothing, and operators send it back.",
    params: idParam("pay"),
    reply: { status: 200, schema: paymentView },
    refusals: ["not_found", "payment_not_cancelable", "version_conflict", "rail_unavailable"],
    claim: "first",
    scope: "pay",
  }),
  refundPayment: post("/api/v1/payments/{id}/refund", "Give a payment back to the payer", {
    description:
      "Only on a rail with a refund leg, and only money that is still held: what was delivered is gone, and what is in dispute may go otherwise. It goes back as a whole, to the bank it came from; the answer says that it is under way, and `refund` of the payment how it ended.",
    params: idParam("pay"),
    body: z.strictObject({
      amountCents: positiveCents.describe("what to give back, in cents: all that `refundable` of the payment names"),
      reason: printableLines(1, 256).describe("why; kept in the audit trail"),
    }),
    reply: { status: 202, schema: paymentView },
    refusals: [
      "not_found",
      "idempotency_key_reuse",
      "idempotency_in_progress",
      "version_conflict",
      "vendor_disabled",
      "refund_unsupported",
      "tenant_suspended",
      "amount_exceeds_remaining",
      "action_not_available",
    ],
    scope: "refund",
    idempotencyKey: "required",
    claim: "own",
  }),
});

export const paymentOperations = { ...paymentReadOperations, ...refundOperations };

import * as z from "zod";
import { positiveCents } from "../../domain/core/money.ts";
import { paymentStatuses } from "../../domain/settlement/payment.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { idParam, text, transition } from "../../http/schemas.ts";
import { byStatus, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";

const payments = { caller: "tenant", tag: "Payment and settlement", lambda: "payments" } as const;

export const paymentReadOperations = operationTable(payments, {
  listPayments: get("/api/v1/payments", "List payments, newest first", listOf(paymentView, byStatus(paymentStatuses))),
  getPayment: get("/api/v1/payments/{id}", "Read a payment", recordOf(idParam("pay"), paymentView)),
  listSettlements: get(
    "/api/v1/settlements",
    "List settlements, newest first",
    listOf(settlementView, byStatus(settlementStatuses)),
  ),
  getSettlement: get(
    "/api/v1/settlements/{id}",
    "Read a settlement with its history",
    recordOf(idParam("stl"), settlementView.extend({ history: z.array(transition) })),
  ),
});

const refunds = { ...payments, lambda: "refunds" } as const;

/** Moves money, so a Lambda of its own serves it. */
export const refundOperations = operationTable(refunds, {
  refundPayment: post("/api/v1/payments/{id}/refund", "Give a payment back to the payer", {
    description:
      "Only on a rail with a refund leg, and only money that is still held: what was delivered is gone, and what is in dispute may go otherwise. It goes back as a whole, to the bank it came from; the answer says that it is under way, and `refund` of the payment how it ended.",
    params: idParam("pay"),
    body: z.strictObject({ amountCents: positiveCents, reason: text(1, 256) }),
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
    idempotencyKey: "required",
  }),
});

export const paymentOperations = { ...paymentReadOperations, ...refundOperations };

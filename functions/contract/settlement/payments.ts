import * as z from "zod";
import { positiveCents } from "../../domain/core/money.ts";
import { paymentStatuses } from "../../domain/settlement/payment.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text, transition } from "../../http/schemas.ts";

const tag = "Payment and settlement";

export const paymentReadOperations = {
  listPayments: operation({
    id: "listPayments",
    method: "GET",
    path: "/api/v1/payments",
    caller: "tenant",
    tag,
    summary: "List payments, newest first",
    query: listQuery({ status: z.enum(paymentStatuses).optional() }),
    reply: { status: 200, schema: listReply(paymentView) },
    refusals: ["invalid_cursor"],
    lambda: "payments",
  }),
  getPayment: operation({
    id: "getPayment",
    method: "GET",
    path: "/api/v1/payments/{id}",
    caller: "tenant",
    tag,
    summary: "Read a payment",
    params: idParam("pay"),
    reply: { status: 200, schema: paymentView },
    refusals: ["not_found"],
    lambda: "payments",
  }),
  listSettlements: operation({
    id: "listSettlements",
    method: "GET",
    path: "/api/v1/settlements",
    caller: "tenant",
    tag,
    summary: "List settlements, newest first",
    query: listQuery({ status: z.enum(settlementStatuses).optional() }),
    reply: { status: 200, schema: listReply(settlementView) },
    refusals: ["invalid_cursor"],
    lambda: "payments",
  }),
  getSettlement: operation({
    id: "getSettlement",
    method: "GET",
    path: "/api/v1/settlements/{id}",
    caller: "tenant",
    tag,
    summary: "Read a settlement with its history",
    params: idParam("stl"),
    reply: { status: 200, schema: settlementView.extend({ history: z.array(transition) }) },
    refusals: ["not_found"],
    lambda: "payments",
  }),
};

/** Moves money, so a Lambda of its own serves it. */
export const refundOperations = {
  refundPayment: operation({
    id: "refundPayment",
    method: "POST",
    path: "/api/v1/payments/{id}/refund",
    caller: "tenant",
    tag,
    summary: "Give a payment back to the payer",
    description:
      "Only on a rail with a refund leg, and only money that is still held: what was delivered is gone, and what is in dispute may go otherwise. It goes back as a whole, to the bank it came from; the answer says that it is under way, and `refund` of the payment how it ended.",
    params: idParam("pay"),
    body: z.strictObject({ amountCents: positiveCents, reason: text(1, 256) }),
    reply: { status: 202, schema: paymentView },
    refusals: [
      "not_found",
      "idempotency_key_reuse",
      "idempotency_in_progress",
      "vendor_disabled",
      "refund_unsupported",
      "tenant_suspended",
      "amount_exceeds_remaining",
      "action_not_available",
    ],
    idempotencyKey: "required",
    lambda: "refunds",
  }),
};

export const paymentOperations = { ...paymentReadOperations, ...refundOperations };

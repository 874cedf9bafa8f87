import * as z from "zod";
import { paymentStatuses } from "../domain/payment.ts";
import { settlementStatuses } from "../domain/settlement.ts";
import { paymentView, settlementView } from "../domain/settlement-view.ts";
import { operation } from "../http/define.ts";
import { idParam, listQuery, listReply, transition } from "../http/shapes.ts";

const tag = "Payment and settlement";

export const paymentOperations = {
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

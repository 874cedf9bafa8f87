import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { timelineKinds } from "../../domain/settlement/timeline.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, transition } from "../../http/schemas.ts";

const served = {
  method: "GET",
  caller: "operator",
  tag: "Settlements",
  lambda: "admin-settlements",
} as const;

/** A line of what happened to a record, as operators read it. */
export const timelineLine = z
  .object({
    at: z.string(),
    kind: z.enum(timelineKinds),
    what: z.string(),
    actor: z.string().nullable(),
    ref: z.string().nullable().describe("the screen or delivery that the line is about"),
  })
  .meta({ id: "TimelineLine" });

const inspected = settlementView.extend({
  payment: paymentView,
  why: z
    .object({ code: z.string(), words: z.string() })
    .nullable()
    .describe("why it was declined or failed, or its payment taken back"),
  history: z.array(transition),
  timeline: z.array(timelineLine).describe("everything that happened, in plain words, oldest first"),
});

export const adminSettlementOperations = {
  listAllSettlements: operation({
    ...served,
    id: "listAllSettlements",
    path: "/admin/settlements",
    summary: "List settlements of all tenants or of one, newest first",
    query: listQuery({ status: z.enum(settlementStatuses).optional(), tenantId: idOf("ten").optional() }),
    reply: { status: 200, schema: listReply(settlementView) },
    refusals: ["not_found", "invalid_cursor"],
  }),
  inspectSettlement: operation({
    ...served,
    id: "inspectSettlement",
    path: "/admin/settlements/{id}",
    summary: "Read a settlement with its payment, its history and its timeline",
    params: idParam("stl"),
    reply: { status: 200, schema: inspected },
    refusals: ["not_found"],
  }),
  getSettlementHistory: operation({
    ...served,
    id: "getSettlementHistory",
    path: "/admin/settlements/{id}/history",
    summary: "The audited transitions of a settlement",
    params: idParam("stl"),
    query: listQuery({}),
    reply: { status: 200, schema: listReply(transition) },
    refusals: ["not_found", "invalid_cursor"],
  }),
};

import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { timelineKinds } from "../../domain/settlement/timeline.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { idParam, transition } from "../../http/schemas.ts";
import { expandable, expandedListOf, expandedRecordOf } from "../expand.ts";
import { creationRange, get, listOf, operationTable, rangeOf } from "../operation-table.ts";
import { operatorEmbeds } from "./operator-embeds.ts";

const served = { caller: "operator", tag: "Settlements", lambda: "admin-settlements" } as const;

/** A line of what happened to a record, as operators read it. */
export const timelineLine = z
  .object({
    at: z.string().describe("when it happened"),
    kind: z.enum(timelineKinds).describe("what kind of thing happened"),
    what: z.string().describe("what happened, in plain words"),
    actor: z.string().nullable(),
    ref: z.string().nullable().describe("the screen or delivery that the line is about"),
  })
  .meta({ id: "TimelineLine" });

const inspected = settlementView.extend({
  payment: paymentView.describe("the payment that it carries"),
  why: z
    .object({
      code: z.string().describe("the code of it, for programs"),
      words: z.string().describe("the same, for people"),
    })
    .nullable()
    .describe("why it was declined or failed, or its payment taken back"),
  history: z.array(transition),
  timeline: z.array(timelineLine).describe("everything that happened, in plain words, oldest first"),
});

const { settlement: _, ...listedEmbeds } = operatorEmbeds;
const { payment: __, ...inspectedEmbeds } = listedEmbeds;
const listed = expandable("OperatorSettlement", settlementView, listedEmbeds);
const inspectedSettlement = expandable("InspectedSettlement", inspected, inspectedEmbeds);

export const adminSettlementOperations = operationTable(served, {
  listAllSettlements: get("/admin/settlements", "List settlements of all tenants or of one, newest first", {
    ...expandedListOf(listed, {
      status: z.enum(settlementStatuses).optional(),
      tenantId: idOf("ten").optional(),
      ...creationRange,
    }),
    refusals: ["not_found", "invalid_cursor"],
  }),
  inspectSettlement: get(
    "/admin/settlements/{id}",
    "Read a settlement with its payment, its history and its timeline",
    expandedRecordOf(idParam("stl"), inspectedSettlement),
  ),
  getSettlementHistory: get("/admin/settlements/{id}/history", "The audited transitions of a settlement", {
    ...listOf(transition, rangeOf("what happened")),
    params: idParam("stl"),
    refusals: ["not_found", "invalid_cursor"],
  }),
});

import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { reserveStatuses } from "../../domain/settlement/reserve-record.ts";
import { reserveView } from "../../domain/settlement/reserve-view.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { printableLines } from "../../http/printable.ts";
import { idParam, wholeNumber } from "../../http/schemas.ts";
import { embedsOne, expandable, expandedListOf } from "../expand.ts";
import { changeOf, creationRange, get, operationTable, parents, post } from "../operation-table.ts";
import { operatorEmbeds } from "./operator-embeds.ts";

const tag = "Reserves";
const status = z.enum(reserveStatuses).optional();
const tenantId = idOf("ten").optional();

const reserves = { caller: "tenant", tag, lambda: "payments" } as const;

const reserve = expandable("ExpandableReserve", reserveView, {
  settlement: embedsOne("getSettlement", settlementView, "the settlement, without its history"),
  payment: embedsOne("getPayment", paymentView, "the settlement's payment"),
});

export const reserveOperations = operationTable(reserves, {
  listReserves: get(
    "/api/v1/reserves",
    "List reserves, the latest to be released first",
    expandedListOf(reserve, { status, ...creationRange, ...parents({ settlementId: "stl" }) }),
  ),
});

const { tenant, settlement, payment } = operatorEmbeds;
const operatorReserve = expandable("OperatorReserve", reserveView, { tenant, settlement, payment });

const adminReserves = { caller: "operator", tag, lambda: "review" } as const;

export const adminReserveOperations = operationTable(adminReserves, {
  listAllReserves: get(
    "/admin/reserves",
    "List the reserves of all tenants, or of one, the latest to be released first",
    expandedListOf(operatorReserve, { status, tenantId, ...creationRange, ...parents({ settlementId: "stl" }) }),
  ),
  forecastReserves: get(
    "/admin/reserves/forecast",
    "What falls due for release, day by day, but for what operators keep",
    {
      query: z.strictObject({ days: wholeNumber(1, 366, 30).describe("how many days from today, 1 to 366"), tenantId }),
      reply: {
        status: 200,
        schema: z.object({
          days: z
            .array(
              z.object({
                date: z.string().describe("the day, in UTC"),
                count: z.int().describe("how many fall due on it"),
                amountCents: z.int().describe("what falls due on it, in cents"),
              }),
            )
            .describe("the days on which something falls due, the earliest first"),
          more: z.boolean().describe("whether there is more than is counted here"),
        }),
      },
      refusals: [],
    },
  ),
  holdReserve: post("/admin/reserves/{id}/hold", "Keep a reserve until two operators let it go", {
    role: "finance",
    ...changeOf(idParam("rsv"), reserveView, "action_not_available"),
    description: "At once, by one operator; it then stands in the review queue, where release_reserve lets it go.",
  }),
  releaseReserve: post(
    "/admin/reserves/{id}/release",
    "Ask for the release of a reserve that is kept; a second operator lets it go",
    {
      role: "finance",
      description:
        "The same as release_reserve in the review queue. Once it is approved, it is looked at within a minute: the return window, an open dispute, a ratio and the screen still count.",
      params: idParam("rsv"),
      body: z.strictObject({ note: printableLines(1, longestNote).nullable().default(null) }),
      bodyOptional: true,
      reply: { status: 202, schema: z.object({ approvalId: z.string() }) },
      refusals: ["not_found", "action_not_available", "approval_pending", "version_conflict"],
    },
  ),
});

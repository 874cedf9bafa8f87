import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { reserveStatuses } from "../../domain/settlement/reserve-record.ts";
import { reserveView } from "../../domain/settlement/reserve-view.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";

const tag = "Reserves";
const status = z.enum(reserveStatuses).optional();
const tenantId = idOf("ten").optional();

export const reserveOperations = {
  listReserves: operation({
    id: "listReserves",
    method: "GET",
    path: "/api/v1/reserves",
    caller: "tenant",
    tag,
    summary: "List reserves, the latest to be released first",
    query: listQuery({ status }),
    reply: { status: 200, schema: listReply(reserveView) },
    refusals: ["invalid_cursor"],
    lambda: "payments",
  }),
};

export const adminReserveOperations = {
  listAllReserves: operation({
    id: "listAllReserves",
    method: "GET",
    path: "/admin/reserves",
    caller: "operator",
    tag,
    summary: "List the reserves of all tenants, or of one, the latest to be released first",
    query: listQuery({ status, tenantId }),
    reply: { status: 200, schema: listReply(reserveView) },
    refusals: ["invalid_cursor"],
    lambda: "review",
  }),
  forecastReserves: operation({
    id: "forecastReserves",
    method: "GET",
    path: "/admin/reserves/forecast",
    caller: "operator",
    tag,
    summary: "What falls due for release, day by day, but for what operators keep",
    query: z.strictObject({
      days: z
        .string()
        .regex(/^\d{1,3}$/, "a whole number from 1 to 366")
        .transform(Number)
        .pipe(z.int().min(1).max(366))
        .default(30),
      tenantId,
    }),
    reply: {
      status: 200,
      schema: z.object({
        days: z.array(z.object({ date: z.string(), count: z.int(), amountCents: z.int() })),
        more: z.boolean(),
      }),
    },
    refusals: [],
    lambda: "review",
  }),
  holdReserve: operation({
    id: "holdReserve",
    method: "POST",
    path: "/admin/reserves/{id}/hold",
    caller: "operator",
    tag,
    summary: "Keep a reserve until two operators let it go",
    description: "At once, by one operator; it then stands in the review queue, where release_reserve lets it go.",
    params: idParam("rsv"),
    reply: { status: 200, schema: reserveView },
    refusals: ["not_found", "action_not_available", "version_conflict"],
    lambda: "review",
  }),
  releaseReserve: operation({
    id: "releaseReserve",
    method: "POST",
    path: "/admin/reserves/{id}/release",
    caller: "operator",
    tag,
    summary: "Ask for the release of a reserve that is kept; a second operator lets it go",
    description:
      "The same as release_reserve in the review queue. Once it is approved, it is looked at within a minute: the return window, an open dispute, a ratio and the screen still count.",
    params: idParam("rsv"),
    body: z.strictObject({ note: text(1, longestNote).nullable().default(null) }),
    bodyOptional: true,
    reply: { status: 202, schema: z.object({ approvalId: z.string() }) },
    refusals: ["not_found", "action_not_available", "approval_pending", "version_conflict"],
    lambda: "review",
  }),
};

import * as z from "zod";
import { reserveView } from "../domain/reserve-view.ts";
import { operation } from "../http/define.ts";
import { idParam, listQuery, listReply } from "../http/shapes.ts";

const tag = "Reserves";

export const reserveOperations = {
  listReserves: operation({
    id: "listReserves",
    method: "GET",
    path: "/api/v1/reserves",
    caller: "tenant",
    tag,
    summary: "List reserves, the latest to be released first",
    query: listQuery({}),
    reply: { status: 200, schema: listReply(reserveView) },
    refusals: ["invalid_cursor"],
    lambda: "payments",
  }),
};

export const adminReserveOperations = {
  forecastReserves: operation({
    id: "forecastReserves",
    method: "GET",
    path: "/admin/reserves/forecast",
    caller: "operator",
    tag,
    summary: "What falls due for release, day by day",
    query: z.strictObject({
      days: z
        .string()
        .regex(/^\d{1,3}$/, "a whole number from 1 to 366")
        .transform(Number)
        .pipe(z.int().min(1).max(366))
        .default(30),
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
    description:
      "At once, by one operator; it then stands in the review queue, where release_reserve lets it go.",
    params: idParam("rsv"),
    reply: { status: 200, schema: reserveView },
    refusals: ["not_found", "action_not_available", "version_conflict"],
    lambda: "review",
  }),
};

import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { instant } from "../../domain/core/time.ts";
import { deliveryView } from "../../domain/webhooks/webhook.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";

const served = { caller: "tenant", tag: "Events", lambda: "events" } as const;

const eventView = z
  .object({
    id: z.string(),
    event: z.enum(eventNames),
    subject: z.string().describe("the record the event is on"),
    data: z.record(z.string(), z.unknown()),
    createdAt: z.string(),
  })
  .meta({ id: "Event" });

export const eventOperations = {
  listEvents: operation({
    ...served,
    id: "listEvents",
    method: "GET",
    path: "/api/v1/events",
    summary: "List the events of the last 90 days, newest first",
    query: listQuery({
      type: z.enum(eventNames).optional(),
      subject: text(1, 64).optional().meta({ description: "an id that the event is on or names" }),
      from: instant.optional().meta({ description: "inclusive" }),
      to: instant.optional().meta({ description: "exclusive" }),
    }),
    reply: { status: 200, schema: listReply(eventView) },
    refusals: ["invalid_cursor"],
  }),
  getEvent: operation({
    ...served,
    id: "getEvent",
    method: "GET",
    path: "/api/v1/events/{id}",
    summary: "Read an event with its deliveries",
    params: idParam("evt"),
    reply: { status: 200, schema: eventView.extend({ deliveries: z.array(deliveryView) }) },
    refusals: ["not_found"],
  }),
  replayEvent: operation({
    ...served,
    id: "replayEvent",
    method: "POST",
    path: "/api/v1/events/{id}/replay",
    summary: "Send an event again to every endpoint that wants it, under the same event id",
    params: idParam("evt"),
    reply: { status: 202, schema: z.object({ deliveries: z.array(deliveryView) }) },
    refusals: ["not_found"],
  }),
};

import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { instant } from "../../domain/core/time.ts";
import { deliveryView } from "../../domain/webhooks/webhook.ts";
import { idParam, text } from "../../http/schemas.ts";
import { creationRange, get, listOf, operationTable, post, recordOf } from "../operation-table.ts";

const served = { caller: "tenant", tag: "Events", lambda: "events" } as const;

const eventView = z
  .object({
    id: z.string(),
    event: z.enum(eventNames).describe("what happened, from the closed list of events"),
    subject: z.string().describe("the record the event is on"),
    data: z.record(z.string(), z.unknown()).describe("what it happened to, as receivers are sent it"),
    createdAt: z.string(),
  })
  .meta({ id: "Event" });

export const eventOperations = operationTable(served, {
  listEvents: get(
    "/api/v1/events",
    "List the events of the last 90 days, newest first",
    listOf(eventView, {
      type: z.enum(eventNames).optional().meta({ description: "only events of this name" }),
      event: z
        .enum(eventNames)
        .optional()
        .meta({ description: "the same as type, by the name of the field; refused beside another type" }),
      subject: text(1, 64).optional().meta({ description: "an id that the event is on or names" }),
      from: instant.optional().meta({ description: "inclusive" }),
      to: instant.optional().meta({ description: "exclusive" }),
      ...creationRange,
    }),
  ),
  getEvent: get(
    "/api/v1/events/{id}",
    "Read an event with its deliveries",
    recordOf(
      idParam("evt"),
      eventView.extend({ deliveries: z.array(deliveryView).describe("where it was, or is to be, sent") }),
    ),
  ),
  replayEvent: post(
    "/api/v1/events/{id}/replay",
    "Send an event again to every endpoint that wants it, under the same event id",
    {
      params: idParam("evt"),
      reply: {
        status: 202,
        schema: z.object({ deliveries: z.array(deliveryView).describe("where it was, or is to be, sent") }),
      },
      refusals: ["not_found"],
      claim: "first",
    },
  ),
});

import * as z from "zod";
import { currentApiVersion } from "../../domain/core/api-version.ts";
import { type EventName, eventData, eventNames } from "../../domain/core/event.ts";
import { eventExamples } from "../../domain/webhooks/event-example.ts";

/** What the data of every event carries beside its own fields. */
const envelope = {
  livemode: z.boolean().describe("whether the event comes from production; false in a sandbox"),
  apiVersion: z.string().describe("the date of the API version that the data is written in"),
  sequence: z
    .int()
    .min(1)
    .describe("the event's place among all about the same object, from 1 on without a gap; the highest is the latest"),
};

type Enveloped<T extends z.ZodObject> = z.ZodObject<T["shape"] & typeof envelope>;

/** The data of every event as receivers get it, by the event's name. */
export const deliveredData = Object.fromEntries(
  eventNames.map((name) => [name, eventData[name].extend(envelope)]),
) as unknown as { readonly [N in EventName]: Enveloped<(typeof eventData)[N]> };

/** An example of every event's data as receivers get it, from a sandbox. */
export const deliveredExamples = Object.fromEntries(
  eventNames.map((name) => [
    name,
    { ...eventExamples[name], livemode: false, apiVersion: currentApiVersion, sequence: 1 },
  ]),
) as unknown as Readonly<Record<EventName, Readonly<Record<string, unknown>>>>;

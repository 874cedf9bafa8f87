import * as z from "zod";
import { currentApiVersion } from "../../domain/core/api-version.ts";
import { type EventName, type EventSubject, eventData, eventNames, eventSubjectOf } from "../../domain/core/event.ts";
import { suspensionPrograms } from "../../domain/core/program-id.ts";
import { alertKinds } from "../../domain/disputes/alert.ts";
import { alertSources } from "../../domain/disputes/alert-source.ts";
import { alertSummary } from "../../domain/disputes/alert-view.ts";
import { caseStatuses } from "../../domain/disputes/case.ts";
import { caseSummary } from "../../domain/disputes/case-view.ts";
import { disputeNetworks } from "../../domain/disputes/network.ts";
import { ratioReply } from "../../domain/disputes/ratio-view.ts";
import { disputeCategories } from "../../domain/disputes/reason-code.ts";
import { escrowStatuses } from "../../domain/escrow/escrow.ts";
import { escrowObject } from "../../domain/escrow/view.ts";
import { invoiceObject } from "../../domain/invoicing/view.ts";
import { reserveView } from "../../domain/settlement/reserve-view.ts";
import { settlementStatuses } from "../../domain/settlement/settlement.ts";
import { settlementView } from "../../domain/settlement/view.ts";
import { eventExamples, objectExamples } from "../../domain/webhooks/event-example.ts";
import { resourceNames, underBothNames } from "../../domain/webhooks/resource-names.ts";
import { sampleOf } from "./sample.ts";

/** What events show of each thing as their `object`. */
export const eventObjects = {
  invoice: invoiceObject,
  settlement: settlementView,
  reserve: reserveView,
  alert: alertSummary,
  case: caseSummary,
  program: ratioReply,
  escrow: escrowObject,
} as const satisfies Record<EventSubject, z.ZodObject>;

/** What the data of every event carries beside its own fields. */
const envelope = {
  livemode: z.boolean().describe("whether the event comes from production; false in a sandbox"),
  apiVersion: z.string().describe("the date of the API version that the data is written in"),
  sequence: z
    .int()
    .min(1)
    .describe("the event's place among all about the same object, from 1 on without a gap; the highest is the latest"),
};

/** A reserve that the rail could not hold is none, and there is nothing to show of it. */
const withoutObject: readonly EventName[] = ["reserve.hold_blocked"];

const caseStatus = z.enum(caseStatuses);

/** The fields of events that are one of a closed list of words, by what the event is about. */
const closedSets: Readonly<Partial<Record<EventSubject, z.ZodRawShape>>> = {
  settlement: { status: z.enum(settlementStatuses) },
  alert: { source: z.enum(alertSources), kind: z.enum(alertKinds) },
  case: { status: caseStatus, from: caseStatus, to: caseStatus, category: z.enum(disputeCategories) },
  program: { program: z.enum(suspensionPrograms), network: z.enum(disputeNetworks) },
  escrow: { status: z.enum(escrowStatuses) },
};

/** The data of an event, with the words that its closed fields can have. */
function factsOf(name: EventName): z.ZodObject {
  const facts: z.ZodObject = eventData[name];
  const closed = Object.entries(closedSets[eventSubjectOf(name)] ?? {}).flatMap(([field, words]) => {
    const plain = facts.shape[field];
    return plain instanceof z.ZodString ? [[field, (words as z.ZodType).meta({ ...plain.meta() })]] : [];
  });
  return facts.extend(Object.fromEntries(closed));
}

/** The fields of an event that the resource names otherwise, under both names. */
function renamed(name: EventName): z.ZodRawShape {
  const { shape } = factsOf(name);
  const both = Object.entries(resourceNames(name)).flatMap(([old, current]) => {
    const field = shape[old];
    if (!(field instanceof z.ZodType)) throw new Error(`${name} has no ${old}`);
    const description = `the same as ${current}, which to read instead; it stays until November 2027`;
    return [
      [old, field.meta({ deprecated: true, description })],
      [current, field],
    ];
  });
  return Object.fromEntries(both);
}

function delivered(name: EventName): z.ZodObject {
  const object = eventObjects[eventSubjectOf(name)];
  return factsOf(name).extend({
    ...renamed(name),
    ...envelope,
    object: (withoutObject.includes(name) ? object.nullable() : object).describe(
      "the record as the interface shows it, as it stood after the event",
    ),
  });
}

type Delivered<T extends z.ZodObject> = z.ZodObject<T["shape"] & typeof envelope & { object: z.ZodType }>;

/** The data of every event as receivers get it, by the event's name. */
export const deliveredData = Object.fromEntries(eventNames.map((name) => [name, delivered(name)])) as unknown as {
  readonly [N in EventName]: Delivered<(typeof eventData)[N]>;
};

/** An example of an event's data as receivers get it, from a sandbox. */
export function deliveredExample(name: EventName): Readonly<Record<string, unknown>> {
  const facts = underBothNames(name, eventExamples[name]);
  const about = eventSubjectOf(name);
  return {
    ...{ ...facts, livemode: false, apiVersion: currentApiVersion, sequence: name.endsWith(".created") ? 1 : 2 },
    object: sampleOf(eventObjects[about], { ...facts, ...objectExamples[about] }),
  };
}

import * as z from "zod";
import { currentApiVersion } from "../../domain/core/api-version.ts";
import { type EventObjects, type EventSubject, eventSubjectOf, type ServiceEvent } from "../../domain/core/event.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { AuditContext } from "./context.ts";

/** An event as its entry keeps it. Releases before these were kept wrote neither version nor sequence. */
export const storedEvent = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** The version of the interface that it was written in. */
  apiVersion: z.string().optional(),
  /** Its place among the events about the same thing, from 1 on without a gap. */
  sequence: z.int().optional(),
});

export type StoredEvent = z.infer<typeof storedEvent>;

/** What the events of one entry show as their `object`, by what they are about. */
export const storedObjects = z.record(z.string(), z.record(z.string(), z.unknown()));

/** What the events of one transition show of the things that they are about, once for all of them. */
export function objectsToStore(
  events: readonly ServiceEvent[],
  view: (about: EventSubject) => EventObjects[EventSubject],
): EventObjects {
  const subjects = [...new Set(events.map(({ name }) => eventSubjectOf(name)))];
  return Object.fromEntries(subjects.map((about) => [about, view(about)]).filter(([, object]) => object !== undefined));
}

/** How many events there were about each thing that a record tells of; kept with the record. */
export const eventCounts = z.record(z.string(), z.int());

export type EventCounts = z.infer<typeof eventCounts>;

/** The events of one transition as its entry keeps them, in their order: each with an id of its own and its sequence, and how many there were after them. */
export function eventsToStore(
  events: readonly ServiceEvent[],
  before: EventCounts,
  { newId }: Pick<AuditContext, "newId">,
  at: Instant,
): { readonly events: StoredEvent[]; readonly counts: EventCounts } {
  const counts = { ...before };
  const numbered = events.map((event) => {
    const about = eventSubjectOf(event.name);
    const sequence = (counts[about] ?? 0) + 1;
    counts[about] = sequence;
    return { id: newId("evt", at), ...event, apiVersion: currentApiVersion, sequence };
  });
  return { events: numbered, counts };
}

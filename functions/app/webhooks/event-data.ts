import { apiVersions, currentApiVersion } from "../../domain/core/api-version.ts";
import type { Entry } from "../core/aggregate.ts";
import type { StoredEvent } from "../core/stored-event.ts";

/** What every event says of the stage that it comes from. */
export interface EventFrame {
  /** Whether the stage moves real money. */
  readonly live: boolean;
}

/** An event as receivers and the event log have it. */
export interface FramedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of an entry, each with what holds for every event. */
export function framedEvents(frame: EventFrame, { events }: Entry): FramedEvent[] {
  return events.map((event) => framed(frame, event));
}

function framed({ live }: EventFrame, { id, name, data, apiVersion, sequence }: StoredEvent): FramedEvent {
  const numbered = sequence !== undefined && { sequence };
  return { id, name, data: { ...data, livemode: live, apiVersion: apiVersion ?? apiVersions[0].date, ...numbered } };
}

/** The data of an event that is sent to try an endpoint: an example's, of this stage and now. */
export function testData(
  { live }: EventFrame,
  example: Readonly<Record<string, unknown>>,
  about: { readonly tenantId: string; readonly createdAt: string },
): Record<string, unknown> {
  return { ...example, ...about, livemode: live, apiVersion: currentApiVersion, test: true };
}

import * as z from "zod";
import { currentApiVersion } from "../../domain/core/api-version.ts";
import type { ServiceEvent } from "../../domain/core/event.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { AuditContext } from "./context.ts";

/** An event as its entry keeps it. */
export const storedEvent = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** The version of the interface that it was written in; absent where a release before this was kept wrote it. */
  apiVersion: z.string().optional(),
});

export type StoredEvent = z.infer<typeof storedEvent>;

/** The events of one transition as its entry keeps them, their ids in their order. */
export function eventsToStore(
  events: readonly ServiceEvent[],
  { newId }: Pick<AuditContext, "newId">,
  at: Instant,
): StoredEvent[] {
  return events.map((event) => ({ id: newId("evt", at), ...event, apiVersion: currentApiVersion }));
}

import { type Why, whyEnded } from "../../domain/settlement/decline-reason.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type TimelineLine, timelineOf } from "../../domain/settlement/timeline.ts";
import type { Delivery } from "../../domain/webhooks/webhook.ts";
import type { Entry } from "../core/aggregate.ts";
import type { Store } from "../core/ports.ts";
import { deliveriesOfEvent } from "../webhooks/delivery-lists.ts";
import { readSettlement } from "./reads.ts";

/** Events of one record whose deliveries are looked up, the last ones; a settlement has at most five. */
const eventLimit = 20;

/** A settlement as operators see it: the record, its audit trail, and everything that happened in plain words. */
export interface InspectedSettlement {
  readonly state: Settlement;
  readonly entries: readonly Entry[];
  /** Why it was declined, failed, or its payment taken back. */
  readonly why: Why | null;
  readonly timeline: readonly TimelineLine[];
}

/** Reads a settlement with its timeline: one call, and two for each of its events. */
export async function inspectSettlement(
  context: { readonly store: Store; readonly deliveries: Store },
  id: string,
): Promise<InspectedSettlement> {
  const { state, entries } = await readSettlement(context, null, id);
  const deliveries = await deliveriesAfter(context.deliveries, entries);
  return { state, entries, why: whyEnded(state), timeline: timelineOf(state, entries, deliveries) };
}

/** The deliveries of what a record's entries tell tenants; two calls for each event. */
export async function deliveriesAfter(deliveries: Store, entries: readonly Entry[]): Promise<Delivery[]> {
  const events = entries.flatMap(({ tenantId, events }) => events.map(({ id }) => ({ tenantId, id })));
  const found = await Promise.all(
    events.slice(-eventLimit).map(({ tenantId, id }) => deliveriesOfEvent(deliveries, tenantId, id)),
  );
  return found.flat();
}

import type { Escrow } from "../../domain/escrow/escrow.ts";
import { escrowTimeline } from "../../domain/escrow/timeline.ts";
import type { TimelineLine } from "../../domain/settlement/timeline.ts";
import type { Entry } from "../core/aggregate.ts";
import type { Store } from "../core/ports.ts";
import { deliveriesAfter } from "../settlement/timeline.ts";
import { readEscrow } from "./reads.ts";

/** An escrow as operators see it: the record, its audit trail, and everything that happened in plain words. */
export interface InspectedEscrow {
  readonly state: Escrow;
  readonly entries: readonly Entry[];
  readonly timeline: readonly TimelineLine[];
}

/** Reads an escrow with its timeline: one call, and one for each of its last events. */
export async function inspectEscrow(
  context: { readonly store: Store; readonly deliveries: Store },
  id: string,
): Promise<InspectedEscrow> {
  const { state, entries } = await readEscrow(context, null, id);
  const deliveries = await deliveriesAfter(context.deliveries, entries);
  return { state, entries, timeline: escrowTimeline(state, entries, deliveries) };
}

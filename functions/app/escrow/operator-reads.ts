import type { Escrow, EscrowStatus } from "../../domain/escrow/escrow.ts";
import { escrowTimeline } from "../../domain/escrow/timeline.ts";
import type { TimelineLine } from "../../domain/settlement/timeline.ts";
import type { Entry } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { ListPage, ListQuery } from "../core/list-page.ts";
import type { Store } from "../core/ports.ts";
import { findDisputedEscrow } from "../disputes/disputed-escrow.ts";
import { deliveriesAfter } from "../settlement/timeline.ts";
import { listAll } from "../tenants/list-all.ts";
import { askerFor } from "../tenants/tenants.ts";
import { listEscrows, readEscrow } from "./reads.ts";
import { escrowRecordType } from "./record.ts";

export interface EscrowQuery extends ListQuery<EscrowStatus> {
  readonly tenantId?: string | undefined;
}

/** Escrows of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllEscrows(context: Context, { tenantId, ...input }: EscrowQuery): Promise<ListPage<Escrow>> {
  if (tenantId === undefined) return listAll(context, escrowRecordType, input);
  return listEscrows(context, await askerFor(context, tenantId), input);
}

/** An escrow as operators see it: the record, its audit trail, and everything that happened in plain words. */
export interface InspectedEscrow {
  readonly state: Escrow;
  readonly entries: readonly Entry[];
  readonly timeline: readonly TimelineLine[];
  /** The dispute cases about its deposit that are open. */
  readonly disputes: readonly string[];
}

/** Reads an escrow with its timeline and its disputes: two calls, and one for each of its last events. */
export async function inspectEscrow(
  context: { readonly store: Store; readonly deliveries: Store },
  id: string,
): Promise<InspectedEscrow> {
  const { state, entries } = await readEscrow(context, null, id);
  const [deliveries, disputed] = await Promise.all([
    deliveriesAfter(context.deliveries, entries),
    findDisputedEscrow(context, id),
  ]);
  const timeline = escrowTimeline(state, entries, deliveries);
  return { state, entries, timeline, disputes: disputed?.state.disputes ?? [] };
}

import type { Escrow, EscrowStatus } from "../../domain/escrow/escrow.ts";
import { escrowTimeline } from "../../domain/escrow/timeline.ts";
import type { TimelineLine } from "../../domain/settlement/timeline.ts";
import type { Entry } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import type { Store } from "../core/ports.ts";
import { allPartitions } from "../core/row-keys.ts";
import { deliveriesAfter } from "../settlement/timeline.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { listEscrows, readEscrow } from "./reads.ts";
import { escrowRecordType } from "./record.ts";

const everyEscrow: AllOf<Escrow> = {
  noun: "escrows",
  kind: escrowRecordType,
  partitions: (month) => allPartitions("escrow", month),
};

/** What an operator looks for among the escrows. */
export interface EscrowQuery extends ListRequest {
  readonly status?: EscrowStatus | undefined;
  readonly tenantId?: string | undefined;
}

/** Escrows of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllEscrows(context: Context, { tenantId, ...input }: EscrowQuery): Promise<ListPage<Escrow>> {
  if (tenantId === undefined) return listAll(context, everyEscrow, input);
  const { state } = await getTenant(context, tenantId);
  return listEscrows(context, { tenantId, tenantCreatedAt: state.createdAt }, input);
}

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

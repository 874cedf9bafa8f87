import * as z from "zod";
import type { Escrow, EscrowStatus } from "../../domain/escrow/escrow.ts";
import { type Entry, entriesIn, loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type LinkContext, linkedId, linkNumber } from "../core/link-token.ts";
import {
  type Asker,
  createdIn,
  type ListPage,
  type ListQuery,
  listAggregates,
  tenantRecords,
} from "../core/list-page.ts";
import { isCreatedIn, listByPointer, listOne, matches, pointersAt } from "../core/list-pointers.ts";
import { requireRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { allRows } from "../tenants/walk-store.ts";
import { escrowIdOf, noSuchEscrow, referencedEscrow } from "./escrows.ts";
import { earlierStatusKey, escrowRecordType } from "./record.ts";

/** Entries that moved nothing (a look at the conditions is one) of which a read shows the last ones; what moved is shown whole. */
const annotationLimit = 500;

/** An escrow with its audit trail, oldest first, by id or by the tenant's reference; `tenantId` null is an operator, who may see any and names it by id. */
export async function readEscrow(
  context: StoreContext,
  tenantId: string | null,
  name: string,
): Promise<{ state: Escrow; entries: Entry[] }> {
  const id = tenantId === null ? name : await escrowIdOf(context, tenantId, name);
  if (id === undefined) throw noSuchEscrow();
  const rows = await allRows(context.store, id);
  const row = rows.find(({ sk }) => sk === "row");
  const { state } = requireRecord(escrowRecordType, row, "escrow", tenantId);
  return { state, entries: shownEntries(entriesIn(rows)) };
}

function shownEntries(trail: readonly Entry[]): Entry[] {
  let spare = trail.filter((each) => !isMove(each)).length - annotationLimit;
  return trail.filter((each) => isMove(each) || spare-- <= 0);
}

function isMove({ from, to, postings, events }: Entry): boolean {
  return from !== to || postings.length > 0 || events.length > 0;
}

export type EscrowListQuery = ListQuery<EscrowStatus> & {
  readonly reference?: string | undefined;
  readonly invoiceId?: string | undefined;
};

/** A tenant's escrows, newest first; the one of a reference and those of an invoice by what points to them. */
export async function listEscrows(context: Context, asker: Asker, query: EscrowListQuery): Promise<ListPage<Escrow>> {
  const { tenantId } = asker;
  const { status, reference, invoiceId } = query;
  const wanted = (state: Escrow) =>
    matches(state, { tenantId, status, reference, invoiceId }) && isCreatedIn(state.createdAt, query);
  if (reference !== undefined) {
    const id = await referencedEscrow(context, tenantId, reference);
    return listOne(context, escrowRecordType, id, wanted);
  }
  if (invoiceId !== undefined)
    return listByPointer(context, escrowRecordType, pointersAt(invoiceId, "esc"), query, wanted);
  const source = tenantRecords(context, asker, "escrow", status, createdIn(query));
  return listAggregates(context, escrowRecordType, source, query);
}

/** The escrow behind a status page's token, with its audit trail; a wrong token is not found. */
export async function escrowByToken(
  context: StoreContext & LinkContext,
  token: string,
): Promise<{ state: Escrow; entries: Entry[] }> {
  const [row, earlier] = await context.store.read([rowKey(linkedId(token, "esc")), earlierStatusKey(token)]);
  const named = loadAggregate(escrowRecordType, row)?.state;
  if (named && (await linkNumber(context.linkKeys, named, 1, token))) return readEscrow(context, null, named.id);
  if (!earlier) throw noSuchEscrow();
  return readEscrow(context, null, z.object({ escrowId: z.string() }).parse(earlier.body).escrowId);
}

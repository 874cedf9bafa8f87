import * as z from "zod";
import type { CaseStatus, DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import { caseReviewReason } from "../../domain/disputes/case-review.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { type Aggregate, type Entry, entriesIn } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import {
  type Asker,
  type CreatedRange,
  createdIn,
  type ListPage,
  type ListRequest,
  listAggregates,
  tenantRecords,
} from "../core/list-page.ts";
import { isCreatedIn, listByPointer, matches, pointersAt } from "../core/list-pointers.ts";
import { openWithin } from "../core/personal-data.ts";
import type { Row } from "../core/ports.ts";
import { requireRecord } from "../core/read-records.ts";
import { type QueuedRecords, queuedRecords } from "../review/records.ts";
import { listAll } from "../tenants/list-all.ts";
import { askerFor } from "../tenants/tenants.ts";
import { allRows } from "../tenants/walk-store.ts";
import { type EvidenceContext, lookAtFiles } from "./case-files.ts";
import { caseRecordType, textOf } from "./case-record.ts";
import type { NamedCase } from "./change-case.ts";

const storedText = z.object({ text: z.string() });

/** The texts of evidence in rows; what they have of a payer is sealed, and opened for whoever may. */
export function textsIn(context: Pick<Context, "personal">, rows: readonly Row[]): Promise<readonly string[]> {
  return openWithin(
    context,
    rows.map(({ body }) => storedText.parse(body).text),
  );
}

/** A case with the texts of its evidence and its audit trail, oldest first. */
export interface CaseRead {
  readonly found: Aggregate<DisputeCase>;
  readonly texts: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
}

/** A case as it stands, without a look at files that may have come. */
export async function readCase(
  context: Pick<Context, "store" | "personal">,
  { tenantId, caseId }: NamedCase,
): Promise<CaseRead> {
  const rows = await allRows(context.store, caseId);
  const found = requireRecord(
    caseRecordType,
    rows.find(({ sk }) => sk === "row"),
    "case",
    tenantId,
  );
  const written = rows.filter((row) => textOf(row) !== undefined);
  const texts = await textsIn(context, written);
  const byId = written.map((row, at): [string, string] => [textOf(row) ?? "", texts[at] ?? ""]);
  return { found, texts: new Map(byId), entries: entriesIn(rows) };
}

/** A case after a look whether files that it waits for have come. */
export async function lookAtCase(context: EvidenceContext, named: NamedCase): Promise<CaseRead> {
  const read = await readCase(context, named);
  const after = await lookAtFiles(context, read.found);
  return after.v === read.found.v ? read : readCase(context, named);
}

export interface CaseFilter {
  readonly status?: CaseStatus | undefined;
  readonly stage?: DisputeStage | undefined;
  readonly network?: DisputeNetwork | undefined;
  readonly paymentId?: string | undefined;
  readonly escrowId?: string | undefined;
  readonly alertId?: string | undefined;
}

/** A tenant's cases, newest first; those about a payment, an escrow or an alert by their pointers. Else an index covers the status, and the rest is filtered. */
export async function listCases(
  context: Context,
  asker: Asker,
  query: ListRequest & CaseFilter,
): Promise<ListPage<DisputeCase>> {
  const { status, stage, network } = query;
  const { tenantId } = asker;
  const about = query.paymentId ?? query.escrowId ?? query.alertId;
  if (about !== undefined) {
    const wanted = (state: DisputeCase) => matches(state, { tenantId, status }) && isWanted(state, query);
    return listByPointer(context, caseRecordType, pointersAt(about, "cas"), query, wanted);
  }
  const list = tenantRecords(context, asker, "case", status, createdIn(query));
  const name = `${list.name}#${stage ?? ""}#${network ?? ""}`;
  return listAggregates(context, caseRecordType, { ...list, name }, query, (state) => isWanted(state, query));
}

function isWanted(state: DisputeCase, query: CaseFilter & CreatedRange): boolean {
  const { stage, network, paymentId, escrowId, alertId } = query;
  return matches(state, { stage, network, paymentId, escrowId, alertId }) && isCreatedIn(state.createdAt, query);
}

export interface CaseQuery extends ListRequest, CaseFilter {
  readonly tenantId?: string | undefined;
}

/** Cases of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllCases(
  context: Context,
  { tenantId, ...input }: CaseQuery,
): Promise<ListPage<DisputeCase>> {
  if (tenantId !== undefined) return listCases(context, await askerFor(context, tenantId), input);
  const isFiltered = input.stage !== undefined || input.network !== undefined;
  return listAll(context, caseRecordType, input, isFiltered ? (state) => isWanted(state, input) : undefined);
}

/** The cases that are still to be answered, the first due first; `more` where there are others. */
export function dueCases(context: StoreContext, most: number): Promise<QueuedRecords<DisputeCase>> {
  return queuedRecords(context, caseRecordType, "dispute", most, (state) => caseReviewReason(state) !== null);
}

import * as z from "zod";
import type { CaseStatus, DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import { caseReviewReason } from "../../domain/disputes/case-review.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { type Aggregate, type Entry, entry, loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, listRows, monthlyPartitions } from "../core/list-page.ts";
import type { Row } from "../core/ports.ts";
import { allPartitions, listPartition, rowKey } from "../core/row-keys.ts";
import type { Asker } from "../invoicing/invoices.ts";
import { reviewPartition } from "../review/records.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { allRows } from "../tenants/walk-store.ts";
import { type EvidenceContext, lookAtFiles } from "./case-files.ts";
import { caseRecordType, textOf } from "./case-record.ts";
import { caseIn, type NamedCase } from "./change-case.ts";

const storedText = z.object({ text: z.string() });

/** The text that a row keeps. */
export function textIn({ body }: Row): string {
  return storedText.parse(body).text;
}

/** A case with the texts of its evidence and its audit trail, oldest first. */
export interface CaseRead {
  readonly found: Aggregate<DisputeCase>;
  readonly texts: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
}

/** A case as it stands, without a look at files that may have come. */
export async function readCase(context: StoreContext, { tenantId, caseId }: NamedCase): Promise<CaseRead> {
  const rows = await allRows(context.store, caseId);
  const found = caseIn(
    rows.find(({ sk }) => sk === "row"),
    tenantId,
  );
  const texts = rows.flatMap((row): [string, string][] => {
    const evidenceId = textOf(row);
    return evidenceId === undefined ? [] : [[evidenceId, textIn(row)]];
  });
  const trail = rows.filter(({ type }) => type === "entry");
  return { found, texts: new Map(texts), entries: trail.map((each) => entry.parse(each.body)) };
}

/** A case after a look whether files that it waits for have come. */
export async function lookAtCase(context: EvidenceContext, named: NamedCase): Promise<CaseRead> {
  const read = await readCase(context, named);
  const after = await lookAtFiles(context, read.found);
  return after.v === read.found.v ? read : readCase(context, named);
}

/** Cases by their status, their stage and their network. */
export interface CaseFilter {
  readonly status?: CaseStatus | undefined;
  readonly stage?: DisputeStage | undefined;
  readonly network?: DisputeNetwork | undefined;
}

/** A tenant's cases, newest first. An index covers the status; the rest is filtered. */
export async function listCases(
  context: Context,
  asker: Asker,
  query: ListRequest & CaseFilter,
): Promise<ListPage<DisputeCase>> {
  const { status, stage, network } = query;
  const partitions = monthlyPartitions(
    (month) => listPartition(asker.tenantId, "case", month, status),
    asker.tenantCreatedAt,
    context.clock.now(),
  );
  const name = `${asker.tenantId}#case#${status ?? ""}#${stage ?? ""}#${network ?? ""}`;
  const source = { index: status ? "status" : "list", name, partitions } as const;
  const wanted = (row: Row) => {
    const state = loadAggregate(caseRecordType, row)?.state;
    return (!stage || state?.stage === stage) && (!network || state?.network === network);
  };
  const { rows, nextCursor } = await listRows(context.store, source, query, wanted);
  return { data: rows.flatMap((row) => loadAggregate(caseRecordType, row)?.state ?? []), nextCursor };
}

const everyCase: AllOf<DisputeCase> = {
  noun: "cases",
  kind: caseRecordType,
  partitions: (month) => allPartitions("case", month),
};

/** What an operator looks for among the cases. */
export interface CaseQuery extends ListRequest, CaseFilter {
  readonly tenantId?: string | undefined;
}

/** Cases of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllCases(
  context: Context,
  { tenantId, ...input }: CaseQuery,
): Promise<ListPage<DisputeCase>> {
  if (tenantId !== undefined) {
    const { state } = await getTenant(context, tenantId);
    return listCases(context, { tenantId, tenantCreatedAt: state.createdAt }, input);
  }
  const { stage, network, ...page } = input;
  if (!stage && !network) return listAll(context, everyCase, page);
  return listAll(
    context,
    everyCase,
    page,
    (state) => (!stage || state.stage === stage) && (!network || state.network === network),
  );
}

/** The cases that are still to be answered, the first due first; `more` where there are others. */
export async function dueCases(
  { store }: StoreContext,
  most: number,
): Promise<{ readonly data: readonly DisputeCase[]; readonly more: boolean }> {
  const keys = await store.page({ index: "review", pk: reviewPartition("dispute"), limit: most + 1 });
  const rows = await store.read(keys.slice(0, most).map(({ pk }) => rowKey(pk)));
  const states = rows.flatMap((row) => loadAggregate(caseRecordType, row)?.state ?? []);
  // The index lags: what was answered meanwhile is due no more.
  return { data: states.filter((state) => caseReviewReason(state) !== null), more: keys.length > most };
}

import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseReviewReason } from "../../domain/disputes/case-review.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import { allPartitions, rowKey } from "../core/row-keys.ts";
import { reviewPartition } from "../review/records.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { type CaseFilter, listCases } from "./case-reads.ts";
import { caseRecordType } from "./case-record.ts";

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

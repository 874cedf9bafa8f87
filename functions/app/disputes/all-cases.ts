import type { DisputeCase } from "../../domain/disputes/case.ts";
import { caseReviewReason } from "../../domain/disputes/case-review.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Listed, ListRequest } from "../core/list.ts";
import { allPartitions, rowKey } from "../core/rows.ts";
import { reviewPartition } from "../review/records.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { getTenant } from "../tenants/tenants.ts";
import { type CaseFilter, listCases } from "./case-reads.ts";
import { caseKind } from "./case-record.ts";

const everyCase: AllOf<DisputeCase> = {
  noun: "cases",
  kind: caseKind,
  partitions: (month) => allPartitions("case", month),
};

/** What an operator looks for among the cases. */
export interface CasesAsked extends ListRequest, CaseFilter {
  readonly tenantId?: string | undefined;
}

/** Cases of all tenants, or of one, newest first. Refuses an unknown tenant. */
export async function listAllCases(
  desk: Desk,
  { tenantId, ...asked }: CasesAsked,
): Promise<Listed<DisputeCase>> {
  if (tenantId !== undefined) {
    const { state } = await getTenant(desk, tenantId);
    return listCases(desk, { tenantId, tenantCreatedAt: state.createdAt }, asked);
  }
  const { stage, network, ...page } = asked;
  if (!stage && !network) return listAll(desk, everyCase, page);
  return listAll(
    desk,
    everyCase,
    page,
    (state) => (!stage || state.stage === stage) && (!network || state.network === network),
  );
}

/** The cases that are still to be answered, the first due first; `more` where there are others. */
export async function dueCases(
  { book }: Pick<Desk, "book">,
  most: number,
): Promise<{ readonly data: readonly DisputeCase[]; readonly more: boolean }> {
  const keys = await book.page({ index: "review", pk: reviewPartition("dispute"), limit: most + 1 });
  const rows = await book.read(keys.slice(0, most).map(({ pk }) => rowKey(pk)));
  const states = rows.flatMap((row) => loaded(caseKind, row)?.state ?? []);
  // The index lags: what was answered meanwhile is due no more.
  return { data: states.filter((state) => caseReviewReason(state) !== null), more: keys.length > most };
}

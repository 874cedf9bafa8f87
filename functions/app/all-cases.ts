import { caseReviewReason } from "../domain/case-review.ts";
import type { DisputeCase } from "../domain/dispute-case.ts";
import { loaded } from "./aggregate.ts";
import { caseKind } from "./case-kind.ts";
import { type CaseFilter, listCases } from "./case-reads.ts";
import type { Desk } from "./desk.ts";
import { allPartitions, reviewPartition, rowKey } from "./kinds.ts";
import type { Listed, ListRequest } from "./list.ts";
import { type AllOf, listAll } from "./list-all.ts";
import { getTenant } from "./tenants.ts";

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

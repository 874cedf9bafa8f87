import type { Instant } from "../../domain/core/time.ts";
import { monthAfter, monthOf } from "../../domain/core/time.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { IndexName, PageQuery, Row, Store } from "../core/ports.ts";
import { placeOf } from "../core/row-keys.ts";
import { tenantList, tenantRecordType } from "./records.ts";

/** Rows that one call of a walk reads: enough to be quick, few enough to be held. */
const pageRows = 100;

/** The pages of one partition, of an index or of records, in its order. */
export async function* pagesOf(
  store: Pick<Store, "page">,
  query: Omit<PageQuery, "limit" | "after">,
  limit = pageRows,
): AsyncGenerator<readonly Row[]> {
  let after: PageQuery["after"];
  for (;;) {
    const rows = await store.page({ ...query, limit, after });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = placeOf(last, query.index);
  }
}

/** A stretch of time: `from` inclusive, `to` exclusive. */
export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
}

/** The pages of a list that is kept month by month and sorted by `<time>#...`. An empty stretch has none. */
export async function* monthlyPages(
  store: Store,
  index: IndexName,
  partition: (month: string) => string,
  { from, to }: Stretch,
  limit = pageRows,
): AsyncGenerator<readonly Row[]> {
  if (from >= to) return;
  for (let month = monthOf(from); month <= monthOf(to); month = monthAfter(month))
    yield* pagesOf(store, { index, pk: partition(month), from, upTo: to }, limit);
}

export interface WalkedTenant {
  readonly id: string;
  readonly createdAt: Instant;
}

/** Every tenant that was made before `to`, oldest first, from a place in their list on; one tenant alone where it is named. */
export async function* tenantsBefore(
  store: Store,
  to: Instant,
  only: WalkedTenant | null,
  from = "0",
): AsyncGenerator<WalkedTenant> {
  if (only) {
    yield only;
    return;
  }
  for await (const rows of pagesOf(store, { index: "list", pk: tenantList.name, from, upTo: to }))
    for (const row of rows) {
      const found = loadAggregate(tenantRecordType, row)?.state;
      if (found) yield { id: found.id, createdAt: found.createdAt };
    }
}

export async function allRows(store: Store, pk: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf(store, { pk })) rows.push(...page);
  return rows;
}

import { BooksApi } from "../../support/reconciliation/books-api.ts";
import type { Model } from "./generated-store.ts";

/** A settlement that went all the way through the real use cases, to be copied a million times. */
export async function completedModel(): Promise<Model> {
  const api = new BooksApi();
  const paid = await api.settle(await api.paid(123_456));
  const rows = await api.store.page({ pk: paid.settlementId, limit: 100 });
  const [tenant] = await api.store.read([{ pk: paid.tenantId, sk: "row" }]);
  const row = rows.find(({ sk }) => sk === "row");
  if (!row || !tenant) throw new Error("a settlement and its tenant have rows");
  const entries = rows.filter(({ type }) => type === "entry");
  return { entries, row, tenant, transfers: await api.rail.transfersOf([paid.railRef]) };
}

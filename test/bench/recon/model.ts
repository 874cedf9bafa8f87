import { BooksDoor } from "../../support/reconciliation/books-door.ts";
import type { Model } from "./made-book.ts";

/** A settlement that went all the way through the real use cases, to be copied a million times. */
export async function completedModel(): Promise<Model> {
  const door = new BooksDoor();
  const paid = await door.settle(await door.paid(123_456));
  const rows = await door.book.page({ pk: paid.settlementId, limit: 100 });
  const [tenant] = await door.book.read([{ pk: paid.tenantId, sk: "row" }]);
  const row = rows.find(({ sk }) => sk === "row");
  if (!row || !tenant) throw new Error("a settlement and its tenant have rows");
  const entries = rows.filter(({ type }) => type === "entry");
  return { entries, row, tenant, transfers: await door.rail.transfersOf([paid.railRef]) };
}

import type { Settlement, SettlementStatus } from "../../domain/settlement/settlement.ts";
import type { ReadContext } from "../core/context.ts";
import type { ListPage, ListRequest } from "../core/list-page.ts";
import { allPartitions } from "../core/row-keys.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { settlementRecordType } from "./record.ts";

const everySettlement: AllOf<Settlement> = {
  noun: "settlements",
  kind: settlementRecordType,
  partitions: (month) => allPartitions("settlement", month),
};

/** Every tenant's settlements, newest first. */
export function listAllSettlements(
  context: ReadContext,
  query: ListRequest & { readonly status?: SettlementStatus | undefined },
): Promise<ListPage<Settlement>> {
  return listAll(context, everySettlement, query);
}

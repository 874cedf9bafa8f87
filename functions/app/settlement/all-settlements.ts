import type { Settlement, SettlementStatus } from "../../domain/settlement/settlement.ts";
import type { Desk } from "../core/context.ts";
import type { Listed, ListRequest } from "../core/list.ts";
import { allPartitions } from "../core/rows.ts";
import { type AllOf, listAll } from "../tenants/list-all.ts";
import { settlementKind } from "./record.ts";

const everySettlement: AllOf<Settlement> = {
  noun: "settlements",
  kind: settlementKind,
  partitions: (month) => allPartitions("settlement", month),
};

/** Every tenant's settlements, newest first. */
export function listAllSettlements(
  desk: Pick<Desk, "book" | "clock">,
  asked: ListRequest & { readonly status?: SettlementStatus | undefined },
): Promise<Listed<Settlement>> {
  return listAll(desk, everySettlement, asked);
}

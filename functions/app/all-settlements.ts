import type { Settlement, SettlementStatus } from "../domain/settlement.ts";
import type { Desk } from "./desk.ts";
import { allPartitions, settlementKind } from "./kinds.ts";
import type { Listed, ListRequest } from "./list.ts";
import { type AllOf, listAll } from "./list-all.ts";

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

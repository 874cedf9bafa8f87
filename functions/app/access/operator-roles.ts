import { emptyRoster, type OperatorRoster, operatorRoster, roleOfActor } from "../../domain/access/operator-roster.ts";
import { platform } from "../../domain/core/operator.ts";
import type { OperatorRole } from "../../domain/core/operator-role.ts";
import { type Aggregate, loadAggregate, newAggregate, type RecordType } from "../core/aggregate.ts";
import type { Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

const rosterId = "operators";

/** Who has which role: one record, so that two admins who take each other's role are decided one after the other. */
export const operatorRosterRecordType: RecordType<OperatorRoster> = {
  type: "operator_roster",
  schema: operatorRoster,
  id: () => rosterId,
  tenantId: () => platform,
  shown: ({ operators }) => operators,
};

/** The roster as it stands; empty where no role was ever given. */
export async function loadRoster(store: Pick<Store, "read">): Promise<Aggregate<OperatorRoster>> {
  const [row] = await store.read([rowKey(rosterId)]);
  return loadAggregate(operatorRosterRecordType, row) ?? newAggregate(operatorRosterRecordType, emptyRoster);
}

/** The role of an operator as it stands now: it is remembered nowhere, so that a change holds for the next request. One read. */
export async function readRole(store: Pick<Store, "read">, actor: string): Promise<OperatorRole> {
  return roleOfActor((await loadRoster(store)).state, actor);
}

import {
  changeRole,
  emptyRoster,
  giveRole,
  type OperatorRoster,
  type OperatorView,
  operatorRoster,
  roleOfActor,
  viewOperators,
} from "../../domain/access/operator-roster.ts";
import { type OperatorRole, platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Aggregate, loadAggregate, newAggregate, type RecordType } from "../core/aggregate.ts";
import { changeRecord } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

const rosterId = "operators";

/** Who has which role: one record, so that two admins who take each other's role are decided one after the other. */
const operatorRosterRecordType: RecordType<OperatorRoster> = {
  type: "operator_roster",
  schema: operatorRoster,
  id: () => rosterId,
  tenantId: () => platform,
};

/** The roster as it stands; empty where no role was ever given. */
async function loadRoster(store: Pick<Store, "read">): Promise<Aggregate<OperatorRoster>> {
  const [row] = await store.read([rowKey(rosterId)]);
  return loadAggregate(operatorRosterRecordType, row) ?? newAggregate(operatorRosterRecordType, emptyRoster);
}

/** Everybody who is on record, and whoever of those with a token is not. */
export async function listOperators(context: StoreContext, tokenNames: readonly string[]): Promise<OperatorView[]> {
  return viewOperators((await loadRoster(context.store)).state, tokenNames);
}

/** One operator by their name, in letters of any case. */
export async function getOperator(
  context: StoreContext,
  name: string,
  tokenNames: readonly string[],
): Promise<OperatorView> {
  const found = (await listOperators(context, tokenNames)).find((each) => each.name === name.toLowerCase());
  if (!found) throw new Refusal("not_found", "no operator of this name is on record");
  return found;
}

type Decide = typeof giveRole;

async function decideRole(context: Context, decide: Decide, name: string, role: OperatorRole): Promise<OperatorView> {
  const own = name.toLowerCase();
  await changeRecord(
    context,
    () => loadRoster(context.store),
    (state) => decide(state, { name: own, role, actor: context.actor, now: context.clock.now() }),
  );
  return getOperator(context, own, [own]);
}

/** Gives an operator a role, as an admin asks for it; it holds from their next request on. Refuses one's own role, and to leave no admin on record. */
export function changeOperatorRole(context: Context, name: string, role: OperatorRole): Promise<OperatorView> {
  return decideRole(context, changeRole, name, role);
}

/** Gives an operator a role from the command line, where the rights on the stage's account decide. Refuses to leave no admin on record. */
export function recordOperatorRole(context: Context, name: string, role: OperatorRole): Promise<OperatorView> {
  return decideRole(context, giveRole, name, role);
}

/** The role of an operator as it stands now: it is remembered nowhere, so that a change holds for the next request. One read. */
export async function readRole(store: Pick<Store, "read">, actor: string): Promise<OperatorRole> {
  return roleOfActor((await loadRoster(store)).state, actor);
}

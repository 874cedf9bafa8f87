import { type DisputedEscrow, disputedEscrow, type EscrowFacts } from "../../domain/disputes/disputed-escrow.ts";
import { type Aggregate, loadAggregate, newAggregate, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Key, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

/** The row beside an escrow that says which cases about it are open: whoever pays it out commits against its version. */
function disputedEscrowKey(escrowId: string): Key {
  return rowKey(`disputes#${escrowId}`);
}

const disputedEscrowRecordType: RecordType<DisputedEscrow> = {
  type: "disputed_escrow",
  schema: disputedEscrow,
  key: disputedEscrowKey,
  id: (state) => state.escrowId,
  tenantId: (state) => state.tenantId,
};

/** What is known of an escrow's disputes; undefined where there never was one. */
export async function findDisputedEscrow(
  { store }: StoreContext,
  escrowId: string,
): Promise<Aggregate<DisputedEscrow> | undefined> {
  const [row] = await store.read([disputedEscrowKey(escrowId)]);
  return loadAggregate(disputedEscrowRecordType, row);
}

/** The same with what the escrow is now, on record or not. */
export async function loadDisputedEscrow(
  context: StoreContext,
  facts: EscrowFacts,
): Promise<Aggregate<DisputedEscrow>> {
  const found = await findDisputedEscrow(context, facts.escrowId);
  const state = { ...facts, disputes: found?.state.disputes ?? [] };
  return found ? { ...found, state } : newAggregate(disputedEscrowRecordType, state);
}

/** Holds a transaction against what an escrow's disputes were read as. */
export function disputesCheck(escrowId: string, found: { readonly v: number } | undefined): Write {
  return { check: disputedEscrowKey(escrowId), expect: found === undefined || found.v === 0 ? "absent" : found.v };
}

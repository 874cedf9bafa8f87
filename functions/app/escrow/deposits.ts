import * as z from "zod";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import type { StoreContext } from "../core/context.ts";
import type { Key, Write } from "../core/ports.ts";
import { depositKey, pointsTo } from "./record.ts";

/** What names a deposit: the payer's reference, its hash on chain, or both. */
export interface DepositRef {
  readonly fundingRef: string | null;
  readonly depositTxHash: string | null;
}

function keysOf({ adapter, tenantId }: Escrow, { fundingRef, depositTxHash }: DepositRef): Key[] {
  // The mock believes what it is told, so one tenant's name for a deposit must not tell another anything.
  const rail = adapter === "mock" ? `${adapter}#${tenantId}` : adapter;
  return [
    ...(fundingRef === null ? [] : [depositKey(rail, "ref", fundingRef)]),
    ...(depositTxHash === null ? [] : [depositKey(rail, "hash", depositTxHash)]),
  ];
}

/** The escrow that was funded by a deposit of this name, if one was. */
export async function isTakenBy(context: StoreContext, state: Escrow, named: DepositRef): Promise<string | undefined> {
  const keys = keysOf(state, named);
  const rows = keys.length === 0 ? [] : await context.store.read(keys);
  const ids = rows.flatMap((row) => (row ? [z.object({ escrowId: z.string() }).parse(row.body).escrowId] : []));
  return ids.find((id) => id !== state.id) ?? ids[0];
}

/** The rows that make a deposit this escrow's alone. */
export function depositWrites(state: Escrow, named: DepositRef): Write[] {
  return keysOf(state, named).map((key) => pointsTo(key, "deposit", state.id));
}

import type { Key, Row, Write } from "../../../../functions/app/core/ports.ts";
import { escrowRecordType } from "../../../../functions/app/escrow/record.ts";
import type { Escrow } from "../../../../functions/domain/escrow/escrow.ts";

/** A state that an escrow had, with the length of its trail then. */
export interface EscrowMoment {
  readonly state: Escrow;
  readonly seq: number;
  readonly atMs: number;
}

/** Every state that an escrow ever had, oldest first, by its id. */
export type EscrowJournal = Map<string, EscrowMoment[]>;

/** Notes the states that a transaction has given escrows; of one that was lost, nothing. */
export function noteEscrows(
  journal: EscrowJournal,
  store: { readNow(keys: readonly Key[]): readonly (Row | undefined)[] },
  writes: readonly Write[],
  nowMs: number,
): void {
  for (const write of writes) {
    if (!("put" in write) || write.put.type !== escrowRecordType.type) continue;
    const { pk, sk, v } = write.put;
    const [row] = store.readNow([{ pk, sk }]);
    const { state, head } = (row?.body ?? {}) as { state?: Escrow; head?: { seq: number } };
    if (row?.v !== v || !state || !head) continue;
    const states = journal.get(state.id) ?? [];
    journal.set(state.id, states);
    if (states.length < v) states.push({ state, seq: head.seq, atMs: nowMs });
  }
}

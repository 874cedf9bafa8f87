import { idOf } from "../../domain/core/id.ts";
import { escrowHears, type RailHeard } from "../../domain/escrow/rail.ts";
import { loaded, pointerPartition } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import { escrowKind, escrowWrites } from "./record.ts";

/** A rail's words and what they are about; `reference` is the one we gave it with the collection. */
export interface RailCall extends RailHeard {
  readonly rail: string;
  readonly railRef: string;
  readonly reference: string | null;
}

const escrowId = idOf("esc");

/** Records of one value that are looked through for an escrow. */
const mostOfOneRef = 10;

/** Applies a rail's callback to the escrow that it is about; false where it is about none. */
export async function escrowCalled(desk: Desk, call: RailCall): Promise<boolean> {
  const { rail, railRef, events, leg, payout } = call;
  const ids = await idsOf(desk, call);
  return change(desk, async () => {
    const rows = ids.length === 0 ? [] : await desk.book.read(ids.map(rowKey));
    const found = rows
      .flatMap((row) => (row?.type === escrowKind.type ? (loaded(escrowKind, row) ?? []) : []))
      .find(({ state }) => state.adapter === rail && state.funding?.railRef === railRef);
    if (!found) return { writes: [], result: false };
    const hops = escrowHears(found.state, { events, leg, payout }, desk.clock.now());
    return { writes: escrowWrites(found, hops, desk).writes, result: true };
  });
}

/** By the reference that we gave the rail; a deposit that came without our asking carries none and is found by its own. */
async function idsOf(desk: Desk, { reference, railRef }: RailCall): Promise<readonly string[]> {
  if (reference !== null) return escrowId.safeParse(reference).success ? [reference] : [];
  const pointers = await desk.book.page({ pk: pointerPartition(railRef), limit: mostOfOneRef });
  return pointers.map(({ sk }) => sk).filter((id) => escrowId.safeParse(id).success);
}

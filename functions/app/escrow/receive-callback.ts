import { idOf } from "../../domain/core/id.ts";
import { type RailReportResult, receiveEscrowReport } from "../../domain/escrow/rail.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { escrowRecordType, escrowWrites } from "./record.ts";

/** A rail's words and what they are about; `reference` is the one we gave it with the collection. */
export interface RailCall extends RailReportResult {
  readonly rail: string;
  readonly railRef: string;
  readonly reference: string | null;
}

const escrowId = idOf("esc");

/** Records of one value that are looked through for an escrow. */
const mostOfOneRef = 10;

/** Applies a rail's callback to the escrow that it is about; false where it is about none. */
export async function receiveEscrowCallback(context: Context, call: RailCall): Promise<boolean> {
  const { rail, railRef, events, leg, payout } = call;
  const ids = await idsOf(context, call);
  return change(context, async () => {
    const rows = ids.length === 0 ? [] : await context.store.read(ids.map(rowKey));
    const found = rows
      .flatMap((row) => loadAggregate(escrowRecordType, row) ?? [])
      .find(({ state }) => state.adapter === rail && state.funding?.railRef === railRef);
    if (!found) return { writes: [], result: false };
    const transitions = receiveEscrowReport(found.state, { events, leg, payout }, context.clock.now());
    return { writes: escrowWrites(found, transitions, context).writes, result: true };
  });
}

/** By the reference that we gave the rail; a deposit that came without our asking carries none and is found by its own. */
async function idsOf(context: Context, { reference, railRef }: RailCall): Promise<readonly string[]> {
  if (reference !== null) return escrowId.safeParse(reference).success ? [reference] : [];
  const pointers = await context.store.page({ pk: pointerPartition(railRef), limit: mostOfOneRef });
  return pointers.map(({ sk }) => sk).filter((id) => escrowId.safeParse(id).success);
}

import { idOf } from "../../domain/core/id.ts";
import type { Instant } from "../../domain/core/time.ts";
import { fundingsOf } from "../../domain/escrow/collections.ts";
import type { Escrow, EscrowTransitions } from "../../domain/escrow/escrow.ts";
import { type RailReportResult, receiveEscrowReport } from "../../domain/escrow/rail.ts";
import { receiveEscrowSendBack } from "../../domain/escrow/send-back.ts";
import type { SentBack } from "../../domain/settlement/payer-refund.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { escrowFreezeWrites } from "./escrows.ts";
import { escrowRecordType, escrowWrites } from "./record.ts";

/** A rail's words and what they are about; `reference` is the one we gave it with the collection. */
export interface RailCall extends RailReportResult {
  readonly rail: string;
  readonly railRef: string;
  readonly reference: string | null;
  /** How money ended that the rail was told to send back. */
  readonly sentBack?: SentBack;
}

const escrowId = idOf("esc");

/** Records of one value that are looked through for an escrow. */
const mostOfOneRef = 10;

/** What a rail's callback writes to the escrow that it is about; undefined where it is about none. */
export async function escrowCallbackPlan(context: Context, call: RailCall): Promise<Plan<Escrow> | undefined> {
  const { rail, railRef } = call;
  const rows = await context.store.read((await idsOf(context, call)).map(rowKey));
  const found = rows
    .flatMap((row) => loadAggregate(escrowRecordType, row) ?? [])
    .find(({ state }) => state.adapter === rail && fundingsOf(state).some((each) => each.railRef === railRef));
  if (!found) return undefined;
  const transitions = followsFrom(found.state, call, context.clock.now());
  const { writes, after } = escrowWrites(found, transitions, context);
  return { writes: [...writes, ...(await escrowFreezeWrites(context, found, after))], result: after.state };
}

function followsFrom(state: Escrow, call: RailCall, now: Instant): EscrowTransitions {
  const { railRef, events, leg, payout, sentBack } = call;
  if (sentBack) return receiveEscrowSendBack(state, sentBack, now);
  return receiveEscrowReport(state, { railRef, events, leg, payout }, now);
}

/** By the reference that we gave the rail, with a number after the first collection; a deposit that came without our asking carries none and is found by its own. */
async function idsOf(context: Context, { reference, railRef }: RailCall): Promise<readonly string[]> {
  const names =
    reference === null
      ? (await context.store.page({ pk: pointerPartition(railRef), limit: mostOfOneRef })).map(({ sk }) => sk)
      : reference.split(".", 1);
  return names.filter((id) => escrowId.safeParse(id).success);
}

import { endedError } from "../../domain/core/transition.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import type { Row } from "../core/ports.ts";
import type { Workflows } from "../settlement/ports.ts";
import { type EntryFailure, eachAggregate } from "./each-aggregate.ts";

/** Starts and wakes the state machines that new entries say; answers with the entries that are to come again. */
export function startEach(workflows: Workflows, rows: readonly Row[]): Promise<readonly EntryFailure[]> {
  return eachAggregate(rows, (row) => startWorkflows(workflows, entry.parse(row.body)));
}

/** Starts and wakes the state machines that an entry says: money's next step. Safe to do twice; writes nothing. */
export async function startWorkflows(workflows: Workflows, { follows }: Pick<Entry, "follows">): Promise<void> {
  for (const follow of follows) {
    if (follow.kind === "start_settlement") await workflows.startSettlement(follow);
    else if (follow.kind === "start_escrow_payout") await workflows.startEscrowPayout(follow);
    else if (follow.kind === "answer_token") await workflows.answer(follow.token);
    else if (follow.kind === "end_token") await workflows.fail(follow.token, endedError, "another machine goes on");
  }
}

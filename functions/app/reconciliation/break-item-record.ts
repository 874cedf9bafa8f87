import { createHash } from "node:crypto";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import {
  type BreakItem,
  breakItem,
  breakReview,
  type FoundBreak,
  resolveBreak,
} from "../../domain/reconciliation/break-item.ts";
import { type Aggregate, loadAggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { reviewPlace } from "../review/queued-keys.ts";
import type { ActionRequest, DecidedAction, Subject } from "../review/review-subject.ts";

/** The partition that lists a rail's breaks of one status. */
export function breakList(rail: string, status: BreakItem["status"]): string {
  return `break#${rail}#${status}`;
}

export const breakRecordType: RecordType<BreakItem> = {
  type: "break",
  schema: breakItem,
  id: (state) => state.id,
  tenantId: ({ tenantId }) => tenantId ?? platform,
  index: ({ id, rail, status, since }) => ({
    status: [breakList(rail, status), `${since}#${id}`],
    ...(status === "open" && { review: reviewPlace("recon_break", since, id) }),
  }),
};

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

type Difference = Pick<FoundBreak, "rail" | "about" | "railRef" | "transferRef" | "theirs"> &
  Pick<FoundBreak, "settlementId" | "escrowId" | "feeSweepId">;

/** The id of a difference, made of what it is about: however often a run finds it, it is one item. */
export function breakId(found: Difference, isUnmatched: boolean): string {
  const { rail, about, railRef, transferRef, theirs } = found;
  const record = found.settlementId ?? found.escrowId ?? found.feeSweepId;
  // Of transfers that no record has, several may stand under one reference.
  const name = isUnmatched ? [rail, about, railRef, transferRef ?? theirs] : [rail, about, record ?? railRef];
  const digest = createHash("sha256").update(JSON.stringify(name)).digest();
  return `brk_${Array.from(digest.subarray(0, 26), (byte) => crockford[byte % 32]).join("")}`;
}

export function breakSubject(row: Row): Subject | undefined {
  const found = loadAggregate(breakRecordType, row);
  return found && breakAsSubject(found);
}

function breakAsSubject(found: Aggregate<BreakItem>): Subject {
  const { id, status, tenantId, updatedAt } = found.state;
  return {
    ...{ id, status, tenantId: tenantId ?? platform },
    review: () => breakReview(found.state),
    needsSecond: (action) => action === "resolve",
    amountAtStake: () => null,
    cameUpSince: (_, at) => updatedAt > at,
    ask: async () => null,
    decide: async (context, input) => decide(context, found, input),
  };
}

function decide(
  context: Context,
  found: Aggregate<BreakItem>,
  { action, input, by }: ActionRequest,
): DecidedAction | Refusal {
  const { reference = "" } = input;
  const transitions = resolveBreak(found.state, action, { reference, by }, context.clock.now());
  if (transitions instanceof Refusal) return transitions;
  const { writes, after } = transitionWrites(found, transitions, context);
  return { writes, after: breakAsSubject(after) };
}

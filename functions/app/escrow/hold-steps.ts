import type { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow, EscrowTransitions } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import type { Aggregate } from "../core/aggregate.ts";
import { attempts } from "../core/change.ts";
import type { CommitContext, Context } from "../core/context.ts";
import {
  type Claim,
  claimWrite,
  doneClaim,
  freeClaim,
  inProgress,
  nextClaim,
  type Outcome,
  readClaim,
  refusalOutcome,
} from "../core/idempotency-claim.ts";
import { isKept, raceLost, railSilent } from "../core/idempotent-operation.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { type EscrowPages, ownEscrow } from "./escrows.ts";
import { escrowWrites } from "./record.ts";

/** What a call under a key holds while it works: its claim, and the escrow as it last saw it. */
export interface HeldEscrow {
  readonly claim: Claim;
  readonly escrow: Aggregate<Escrow>;
}

/** What one transaction of such a call does: with neither an answer nor a no, the call goes on. */
export interface Step {
  readonly transitions: EscrowTransitions;
  readonly also?: readonly Write[];
  /** Answered with the escrow as it then is. */
  readonly answer?: true;
  /** Refused; a no that the key does not keep frees it. */
  readonly no?: Refusal | null;
}

/** An answer, or what is held after the step. */
export type StepResult = { readonly outcome: Outcome } | { readonly held: HeldEscrow };

/** One transaction: transitions on the escrow as it is then, and the claim's answer or its next fence. A lost race is decided again; a lost claim is somebody else's to carry on. */
export async function stepHeldEscrow(
  context: Context & EscrowPages,
  held: HeldEscrow,
  decide: (state: Escrow, attempt: number) => Step | Promise<Step>,
): Promise<StepResult> {
  let { escrow } = held;
  const { claim } = held;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const step = await decide(escrow.state, attempt);
    const { writes, after } = escrowWrites(escrow, step.transitions, context);
    const ended = endOf(context, claim, step, after.state);
    if (writes.length === 0 && !ended) return { held: { claim, escrow } };
    const next = nextClaim(claim, {});
    const written = await context.store.write(
      [...writes, ...(step.also ?? []), ended?.write ?? claimWrite(next)],
      context.newId("req", context.clock.now()),
    );
    if (written.ok && ended?.freed) throw ended.freed;
    if (written.ok) return ended ? { outcome: ended.outcome } : { held: { claim: next, escrow: after } };
    const [claimRow, row] = await context.store.read([claim.key, rowKey(escrow.state.id)]);
    const current = readClaim(claimRow);
    if (current?.body.outcome) return { outcome: current.body.outcome };
    if (current?.v !== claim.v) throw inProgress(1);
    escrow = ownEscrow(row, escrow.state.tenantId);
  }
  throw await raceLost(context, claim);
}

/** How a step ends the call, if it does. */
function endOf(context: EscrowPages & Pick<Context, "requestId">, claim: Claim, { answer, no }: Step, state: Escrow) {
  if (no) {
    const outcome = refusalOutcome(no, context.requestId);
    return isKept(no)
      ? { outcome, write: claimWrite(doneClaim(claim, outcome)), freed: undefined }
      : { outcome, write: freeClaim(claim), freed: no };
  }
  if (!answer) return undefined;
  const outcome: Outcome = { kind: "result", result: viewEscrow(state, context.pagesUrl) };
  return { outcome, write: claimWrite(doneClaim(claim, outcome)), freed: undefined };
}

/** What the rail answers; where it does not, the next request with this key asks again. */
export async function callRail<T>(context: CommitContext, { claim }: HeldEscrow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw await railSilent(context, claim);
  }
}

/** The answer of a step that has one. */
export function outcomeOf(stepped: StepResult): Outcome {
  if ("outcome" in stepped) return stepped.outcome;
  throw new Error("a last step answers");
}

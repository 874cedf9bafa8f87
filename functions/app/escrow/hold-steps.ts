import type { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow, EscrowHops } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import type { Loaded } from "../core/aggregate.ts";
import { attempts } from "../core/change.ts";
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
import { rowKey } from "../core/rows.ts";
import { type EscrowDesk, ownEscrow } from "./escrows.ts";
import { escrowWrites } from "./record.ts";

/** What a call under a key holds while it works: its claim, and the escrow as it last saw it. */
export interface Held {
  readonly claim: Claim;
  readonly escrow: Loaded<Escrow>;
}

/** What one transaction of such a call does: with neither an answer nor a no, the call goes on. */
export interface Step {
  readonly hops: EscrowHops;
  readonly also?: readonly Write[];
  /** Answered with the escrow as it then is. */
  readonly answer?: true;
  /** Refused; a no that the key does not keep frees it. */
  readonly no?: Refusal | null;
}

/** An answer, or what is held after the step. */
export type Stepped = { readonly outcome: Outcome } | { readonly held: Held };

/** One transaction: hops on the escrow as it is then, and the claim's answer or its next fence. A lost race is decided again; a lost claim is somebody else's to carry on. */
export async function stepHeld(
  desk: EscrowDesk,
  held: Held,
  decide: (state: Escrow, attempt: number) => Step | Promise<Step>,
): Promise<Stepped> {
  let { escrow } = held;
  const { claim } = held;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const step = await decide(escrow.state, attempt);
    const { writes, after } = escrowWrites(escrow, step.hops, desk);
    const ended = endOf(desk, claim, step, after.state);
    if (writes.length === 0 && !ended) return { held: { claim, escrow } };
    const next = nextClaim(claim, {});
    const written = await desk.book.write(
      [...writes, ...(step.also ?? []), ended?.write ?? claimWrite(next)],
      desk.newId("req", desk.clock.now()),
    );
    if (written.ok && ended?.freed) throw ended.freed;
    if (written.ok) return ended ? { outcome: ended.outcome } : { held: { claim: next, escrow: after } };
    const [claimRow, row] = await desk.book.read([claim.key, rowKey(escrow.state.id)]);
    const current = readClaim(claimRow);
    if (current?.body.outcome) return { outcome: current.body.outcome };
    if (current?.v !== claim.v) throw inProgress(1);
    escrow = ownEscrow(row, escrow.state.tenantId);
  }
  throw await raceLost(desk, claim);
}

/** How a step ends the call, if it does. */
function endOf(desk: EscrowDesk, claim: Claim, { answer, no }: Step, state: Escrow) {
  if (no) {
    const outcome = refusalOutcome(no, desk.requestId);
    return isKept(no)
      ? { outcome, write: claimWrite(doneClaim(claim, outcome)), freed: undefined }
      : { outcome, write: freeClaim(claim), freed: no };
  }
  if (!answer) return undefined;
  const outcome: Outcome = { kind: "result", result: viewEscrow(state, desk.pagesUrl) };
  return { outcome, write: claimWrite(doneClaim(claim, outcome)), freed: undefined };
}

/** What the rail answers; where it does not, the next request with this key asks again. */
export async function asked<T>(desk: EscrowDesk, { claim }: Held, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch {
    throw await railSilent(desk, claim);
  }
}

/** The answer of a step that has one. */
export function ended(stepped: Stepped): Outcome {
  if ("outcome" in stepped) return stepped.outcome;
  throw new Error("a last step answers");
}

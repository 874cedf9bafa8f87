import { partsOfKey } from "../../support/world/escrow/bank-book.ts";
import type { EscrowReport } from "./invariants.ts";
import type { EscrowAnswer } from "./seen.ts";

const name = "a cancelled milestone is never paid";

/** A payout that left, by the key that it was ordered under. */
interface LeftPayout {
  readonly key: string;
  readonly wallet: string;
}

/** What the scenes' fee rule takes of so many cents, written down a second time; nothing where a slow clock opened the escrow before it. */
function feeOf(cents: number, { states: [created] }: EscrowAnswer): number {
  return created?.state.feeCents === 0 ? 0 : Math.floor((cents * 150 + 5_000) / 10_000) + 30;
}

/** Cents of the milestones that the first so many entries of its trail cancel, by the amounts that it was created with. */
function cancelledCentsBy({ entries, states }: EscrowAnswer, seq: number): number {
  const [created] = states;
  const gone = entries.slice(0, seq).flatMap(({ reason }) => /^milestone (\d+) cancelled$/.exec(reason)?.[1] ?? []);
  const cents = gone.map((each) => created?.state.milestones.find((one) => String(one.seq) === each)?.amountCents ?? 0);
  return cents.reduce((sum, each) => sum + each, 0);
}

/** A release pays what was not cancelled, less the fee on that; the rest of it goes back to the buyer, once the release is paid. */
export function checkParts(response: EscrowAnswer, left: readonly LeftPayout[], report: EscrowReport): void {
  const { state, states, entries } = response;
  for (const { key, wallet } of left) {
    const { leg } = partsOfKey(key);
    const ordered = states.find((each) => each.state.intent?.key === key);
    const cents = ordered?.state.intent?.amountCents ?? 0;
    const cancelled = cancelledCentsBy(response, ordered?.seq ?? 0);
    const gross = state.amountCents - cancelled;
    if (leg === "release" && cents !== gross - feeOf(gross, response))
      report(name, `${key}: ${cents} of ${gross} that are not cancelled`);
    const isRight =
      cents === cancelled && wallet === ordered?.state.refundAddress && ordered.state.paidLeg === "release";
    if (leg === "rest" && !isRight) report(name, `${key}: ${cents} of ${cancelled} go back to ${wallet}`);
  }
  const back = state.status === "released" ? cancelledCentsBy(response, entries.length) : 0;
  if (state.returnedCents !== back)
    report(name, `${state.id} is ${state.status}, ${state.returnedCents} went back of ${back}`);
}

/** What a release leaves goes back by itself, unless the rail or a screen has stood in its way: then people are shown it. */
export function checkLeftRest({ state, row }: EscrowAnswer, report: EscrowReport): void {
  const { id, paidLeg, heldCents, intent, pastPayouts, status } = state;
  if (paidLeg !== "release" || heldCents === 0 || intent !== null) return;
  if (!row.index?.review) report("nothing is stuck", `${id} holds ${heldCents} of its release, and nobody is shown`);
  if (status !== "failed" && !pastPayouts.some(({ leg }) => leg === "rest"))
    report("nothing is stuck", `${id} is ${status}, and ${heldCents} of its release never went back`);
}

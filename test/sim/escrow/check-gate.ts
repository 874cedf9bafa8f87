import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { type BankPayout, type Bought, partsOfKey } from "../../support/world/escrow/bank-book.ts";
import type { EscrowReport } from "./invariants.ts";
import type { EscrowAnswer, SeenEscrows } from "./seen.ts";

/** A payout as it was ordered first. */
type Order = Pick<BankPayout, "atMs"> & { readonly asked: Pick<BankPayout["asked"], "key" | "wallet"> };

/** How old a pass may be when money moves by it, and a minute for who was at it already. */
const passMs = 960_000;

/** How long a process that has read a record may act on it: what a Lambda has. */
const lifeMs = 35_000;

/** Whether a rule was kept by what the trail says was decided, and by nothing else. */
function isRuleKept(state: Escrow, entries: readonly Entry[]): boolean {
  const reasons = entries.map(({ reason }) => reason);
  if (state.releaseRule === "milestone") {
    const done = reasons.filter((reason) => /^milestone \d+ completed$/.test(reason)).length;
    const gone = reasons.filter((reason) => /^milestone \d+ cancelled$/.test(reason)).length;
    return done >= 1 && done + gone === state.milestones.length;
  }
  if (state.releaseRule !== "dual_approval") return true;
  const voices = new Map<string, string>();
  for (const reason of reasons) {
    const [, decision = "", who = "", withdrawn] = /^(approve|reject) by (\S+)( withdrawn)?$/.exec(reason) ?? [];
    if (withdrawn) voices.delete(who);
    else if (decision !== "") voices.set(who, decision);
  }
  const decisions = [...voices.values()];
  return !decisions.includes("reject") && decisions.length >= state.requiredApprovals;
}

/** The states by which a payout may have been sent: those that a process may have read shortly before. */
function statesBehind({ states }: EscrowAnswer, { asked: input, atMs }: Order): EscrowAnswer["states"] {
  return states.filter((each, at) => {
    const until = states[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    return each.atMs <= atMs && until >= atMs - lifeMs && each.state.intent?.key === input.key;
  });
}

function checkRule(response: EscrowAnswer, payout: Order, report: EscrowReport): void {
  const { entries, state } = response;
  const { asked: input } = payout;
  const known = statesBehind(response, payout);
  if (known.length === 0) report("one payout an escrow, under one key with one body", `${input.key} was never ordered`);
  else if (!known.some(({ seq }) => isRuleKept(state, entries.slice(0, seq))))
    report("never released without its rule", `${input.key} by ${state.releaseRule}`);
}

/** No money leaves but by its rule, and after a pass of its address that was really bought and is still fresh. */
export function checkEscrowGate(
  { orders, screens }: { readonly orders: Iterable<Order>; readonly screens: readonly Bought[] },
  seen: SeenEscrows,
  report: EscrowReport,
): void {
  const response = new Map(seen.escrows.map((each) => [each.state.id, each]));
  for (const payout of orders) {
    const { asked: input, atMs } = payout;
    const { escrowId, leg } = partsOfKey(input.key);
    const escrow = response.get(escrowId);
    if (!escrow) continue;
    if (leg === "release") checkRule(escrow, payout, report);
    const needsLow = leg === "release" && escrow.state.releaseRule === "compliance_gate";
    const passed = screens.some(
      ({ asked: screened, verdict, atMs: boughtAt }) =>
        screened.address === input.wallet &&
        partsOfKey(screened.key).escrowId === escrowId &&
        verdict.action === "allow" &&
        (!needsLow || verdict.riskLevel === "low") &&
        boughtAt.some((at) => at <= atMs && atMs - at <= passMs),
    );
    const behind = statesBehind(escrow, payout);
    const isLast = behind.some(
      ({ state: { screens: recorded } }) =>
        recorded.findLast(({ address }) => address === input.wallet)?.outcome === "pass",
    );
    if (!passed || !isLast) report("nothing is paid out without a fresh pass of its address", input.key);
  }
}

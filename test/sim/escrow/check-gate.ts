import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { type BankPayout, partsOfKey } from "../../support/world/escrow-bank.ts";
import type { EscrowWorld } from "../../support/world/escrow-world.ts";
import type { EscrowReport } from "./findings.ts";
import type { SeenEscrows, ToldEscrow } from "./seen.ts";

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
    const [, decision = "", who = "", withdrawn] =
      /^(approve|reject) by (\S+)( withdrawn)?$/.exec(reason) ?? [];
    if (withdrawn) voices.delete(who);
    else if (decision !== "") voices.set(who, decision);
  }
  const decisions = [...voices.values()];
  return !decisions.includes("reject") && decisions.length >= state.requiredApprovals;
}

function checkRule(told: ToldEscrow, { asked, atMs }: BankPayout, report: EscrowReport): void {
  const { states, entries, state } = told;
  const known = states.filter((each, at) => {
    const until = states[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    return each.atMs <= atMs && until >= atMs - lifeMs && each.state.intent?.key === asked.key;
  });
  if (known.length === 0)
    report("one payout an escrow, under one key with one body", `${asked.key} was never ordered`);
  else if (!known.some(({ seq }) => isRuleKept(state, entries.slice(0, seq))))
    report("never released without its rule", `${asked.key} by ${state.releaseRule}`);
}

/** No money leaves but by its rule, and after a pass of its address that was really bought and is still fresh. */
export function checkEscrowGate(world: EscrowWorld, seen: SeenEscrows, report: EscrowReport): void {
  const told = new Map(seen.escrows.map((each) => [each.state.id, each]));
  const screens = [...world.bank.screens.values()];
  for (const payout of world.bank.payouts.values()) {
    const { asked, atMs } = payout;
    const { escrowId, leg } = partsOfKey(asked.key);
    const escrow = told.get(escrowId);
    if (!escrow) continue;
    if (leg === "release") checkRule(escrow, payout, report);
    const needsLow = leg === "release" && escrow.state.releaseRule === "compliance_gate";
    const passed = screens.some(
      ({ asked: screened, verdict, atMs: boughtAt }) =>
        screened.address === asked.wallet &&
        partsOfKey(screened.key).escrowId === escrowId &&
        verdict.action === "allow" &&
        (!needsLow || verdict.riskLevel === "low") &&
        boughtAt.some((at) => at <= atMs && atMs - at <= passMs),
    );
    if (!passed) report("nothing is paid out without a fresh pass of its address", asked.key);
  }
}

import { isFreshPass } from "../../../functions/domain/gate/payout-gate.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Made } from "../../support/world/bridge-network.ts";
import type { BridgeSide } from "../../support/world/bridge-side.ts";
import type { World } from "../../support/world/world.ts";
import type { Told } from "../core/trail.ts";
import { passes, passMs, reservePasses } from "../settlement/check-outside.ts";
import type { Report } from "../settlement/findings.ts";
import type { Seen } from "../settlement/seen.ts";

/** The settlement that a transfer's reference names. */
function settlementIdOf({ transfer }: Made): string {
  return transfer.asked.client_reference_id?.split(".")[0] ?? "";
}

function isReserve({ transfer }: Made): boolean {
  return transfer.asked.client_reference_id?.split("@")[2]?.startsWith("reserve-") === true;
}

/** What a transfer is for: one of each there may be. */
function purposeOf(made: Made): string {
  const { leg, asked } = made.transfer;
  // A deposit that did not go back may be sent again, under the next key.
  const part = leg === "return" ? made.key : (asked.client_reference_id?.split("@")[2] ?? "");
  return `${settlementIdOf(made)} ${leg === "direct" || leg === "hold" ? "collection" : leg} ${part}`.trim();
}

/** What we asked of Bridge: each thing once, each key with one body, and nothing out of money that Bridge says is not there. Callbacks: ours to take are Bridge's alone. */
export function checkBridgeCalls({ network, line }: BridgeSide, seen: Seen, report: Report): void {
  const once = "one transfer a leg, under one key with one body";
  for (const conflict of network.conflicts) report(once, `${conflict}: came with other words`);
  const known = new Set(seen.settlements.map(({ state }) => state.id));
  const purposes = new Set<string>();
  for (const made of network.made) {
    const purpose = purposeOf(made);
    if (!known.has(settlementIdOf(made))) report("outside keys are ours", `${purpose} names no settlement`);
    if (purposes.has(purpose)) report(once, `${purpose}: made again as ${made.transfer.id}`);
    purposes.add(purpose);
    const { collectionState: state } = made;
    if (state !== undefined && state !== "payment_processed")
      report("nothing is paid out of a collection that is not there", `${purpose}: it was ${state}`);
  }
  for (const { transferId, state, answers } of line.calls) {
    const forged = transferId === "forged";
    // A door that died has said nothing.
    const wrong = answers.some((status) => status !== null && (status === 401 || status === 400) !== forged);
    if (wrong)
      report("a forged callback is refused, a genuine one is let in", `${transferId} ${state}: ${answers}`);
  }
}

/** No collection before the first gate has passed, no payout before the second has, bought after the money came and still fresh. */
export function checkBridgeGate(
  world: World,
  { network, plan }: BridgeSide,
  seen: Seen,
  report: Report,
): void {
  const name = "no conversion or payout without a passing screen after collection";
  const told = new Map(seen.settlements.map((each) => [each.state.id, each]));
  for (const made of network.made) {
    const subject = told.get(settlementIdOf(made));
    if (!subject || made.transfer.leg === "return") continue;
    const { askedAtMs } = made;
    const good =
      made.transfer.leg !== "payout"
        ? [collectionPass(subject)]
        : isReserve(made)
          ? reservePasses(world, subject)
          : passes(world, subject);
    const fresh = (at: number) => at <= askedAtMs && (world.zombies || askedAtMs - at <= passMs);
    const late = made.transfer.leg === "payout" ? fresh : (at: number) => at <= askedAtMs;
    if (!good.some(late)) report(name, purposeOf(made));
  }
  if (plan.mode === "two_leg") return;
  // Straight through the second gate cannot stop what is funded, but it stops the record.
  for (const each of told.values())
    if (each.state.status === "completed" && passes(world, each).length === 0)
      report(name, `${each.state.id} is completed`);
}

function collectionPass({ state }: Told<Settlement>): number {
  const first = state.screens.find(({ stage }) => stage === "collection");
  return first && isFreshPass(first, first.at) ? Date.parse(first.at) : Number.POSITIVE_INFINITY;
}

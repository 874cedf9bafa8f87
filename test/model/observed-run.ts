import { paymentStatuses } from "../../functions/domain/core/payment-status.ts";
import { type Escrow, escrowStatuses } from "../../functions/domain/escrow/escrow.ts";
import { cancelledCents } from "../../functions/domain/escrow/release-split.ts";
import { screenOutcomes } from "../../functions/domain/gate/payout-gate.ts";
import { type Settlement, settlementStatuses } from "../../functions/domain/settlement/settlement.ts";
import { type ProtocolStep, traceProtocol } from "../support/world/core/protocol-trace.ts";
import { legs, type Protocol } from "./protocols.ts";

/** One step of one record, as `npm run sim -- --trace` writes it: a call, or the record as it is after a transaction that changed how it looks. */
export type ObservedStep =
  | { readonly record: string; readonly call: (typeof legs)[number] }
  | { readonly record: string; readonly after: Readonly<Record<string, string | boolean>> };

/** What was seen of one record, from its beginning. */
export interface ObservedRun {
  readonly protocol: Protocol["name"];
  readonly record: string;
  readonly steps: readonly ObservedStep[];
}

function settlementView({ status, payment, intent, txHash, screens, sendBack }: Settlement) {
  const screen = screens.findLast(({ stage }) => stage === "disbursement")?.outcome ?? "none";
  const submitted = status === "settling" && payment.railState === "payout_submitted";
  const order = { leg: intent?.leg ?? "none", submitted, proven: txHash !== null };
  return { status, payment: payment.status, ...order, screen, sendingBack: sendBack !== null };
}

/** How an escrow looks, but for whether its release leaves a rest: which of its milestones are cancelled is known in the end. */
function escrowView(state: Escrow) {
  const { status, intent, heldCents, releaseTxHash, refundTxHash, returned } = state;
  const { pastPayouts } = state;
  const hashes = [releaseTxHash, refundTxHash, ...pastPayouts.map(({ txHash }) => txHash)];
  const proven = hashes.some((hash) => hash !== null);
  const order = { leg: intent?.leg ?? "none", submitted: intent?.submitted === true, held: heldCents > 0, proven };
  return { status, ...order, takenBack: returned !== null, ...screensOf(state) };
}

/** The last screen of either way out. A refund's address may change with each call for one: once one is ordered, its own counts. */
function screensOf({ screens, intent, paidLeg, refundAddress }: Escrow) {
  const isOrdered = paidLeg !== null || (intent !== null && intent.leg !== "release");
  const ordered = isOrdered ? (intent?.address ?? refundAddress) : null;
  const refund = screens.findLast(
    ({ stage, address }) => stage === "refund" && (ordered === null || address === ordered),
  );
  const release = screens.findLast(({ stage }) => stage !== "refund");
  return { releaseScreen: release?.outcome ?? "none", refundScreen: refund?.outcome ?? "none" };
}

/** The payouts of an escrow, as their keys name them. */
const outlets = ["release", "refund", "rest"] as const;

const calls: Readonly<Record<string, (typeof legs)[number]>> = {
  collect: "collect",
  convert: "convert",
  disburse: "payout",
  returnDeposit: "return",
};

/** Plays something and gives what it showed of settlements and escrows, record by record. An escrow of whose milestones some is cancelled in the end leaves a rest when it is released, which the model decides at its beginning. */
export async function observeRuns(play: () => Promise<unknown>): Promise<ObservedRun[]> {
  const runs = new Map<string, { protocol: Protocol["name"]; steps: ObservedStep[]; last: string }>();
  const parted = new Set<string>();
  const runOf = (record: string) => {
    const protocol = record.startsWith("esc_") ? ("escrow" as const) : ("settlement" as const);
    const run = runs.get(record) ?? { protocol, steps: [], last: "" };
    runs.set(record, run);
    return run;
  };
  traceProtocol((step: ProtocolStep) => {
    const run = runOf(step.record);
    if (step.kind === "call") {
      // A reserve has a payout of its own, which is not modeled.
      const named = step.key.split(":")[1] ?? "";
      const call = outlets.find((each) => each === named) ?? calls[step.call];
      if (call && named !== "reserve") run.steps.push({ record: step.record, call });
      return;
    }
    const after = step.type === "escrow" ? escrowView(step.state) : settlementView(step.state);
    if (step.type === "escrow" && cancelledCents(step.state) > 0) parted.add(step.record);
    const look = JSON.stringify(after);
    if (look !== run.last) run.steps.push({ record: step.record, after });
    run.last = look;
  });
  try {
    await play();
  } finally {
    traceProtocol(undefined);
  }
  return [...runs].map(([record, { protocol, steps }]) => ({
    ...{ protocol, record },
    steps: protocol === "escrow" ? steps.map((step) => withParts(step, parted.has(record))) : steps,
  }));
}

function withParts(step: ObservedStep, parts: boolean): ObservedStep {
  return "after" in step ? { ...step, after: { ...step.after, parts } } : step;
}

const screenNumbers: readonly string[] = ["none", ...screenOutcomes];

/** The places of a number, smallest first: what it says, and how many there are of that. */
const places = {
  settlement: [
    ["status", settlementStatuses, 16],
    ["payment", paymentStatuses, 8],
    ["leg", legs, 4],
    ["submitted", undefined, 2],
    ["proven", undefined, 2],
    ["screen", screenNumbers, 8],
    ["sendingBack", undefined, 2],
  ],
  escrow: [
    ["status", escrowStatuses, 16],
    ["leg", legs, 8],
    ["submitted", undefined, 2],
    ["held", undefined, 2],
    ["proven", undefined, 2],
    ["takenBack", undefined, 2],
    ["releaseScreen", screenNumbers, 8],
    ["refundScreen", screenNumbers, 8],
    ["parts", undefined, 2],
  ],
} as const;

/** Observed steps as the model numbers them: how a record looks, as VIEW in its text has it; a call as the negative of its leg. */
export function numbersOf({ protocol, steps }: Pick<ObservedRun, "protocol" | "steps">): number[] {
  return steps.map((step) => {
    if ("call" in step) return -legs.indexOf(step.call);
    let unit = 1;
    let sum = 0;
    for (const [name, labels, count] of places[protocol]) {
      const value = step.after[name];
      const at = labels === undefined ? Number(value) : labels.indexOf(String(value) as never);
      if (at < 0 || at >= count) throw new Error(`${name} cannot be ${value}`);
      sum += at * unit;
      unit *= count;
    }
    return sum;
  });
}

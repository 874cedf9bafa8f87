import type { Random } from "../../support/world/core/random.ts";
import type { Scheduler } from "../../support/world/core/scheduler.ts";
import { fine, type Op, type Verdict } from "../../support/world/core/step.ts";

/** A fault that fits what is done: calls may take effect unheard, commits may lose their race or their answer. */
export function randomFault(random: Random, op: Op): Verdict {
  const effect = random.chance(0.5);
  const crash: Verdict = { fault: "crash", effect };
  switch (op.kind) {
    case "read":
      return random.chance(0.6) ? { ...crash, effect: false } : { fault: "error", effect: false };
    case "write":
      return random.weighted([crash, 5], [{ fault: "error", effect }, 3], [{ fault: "conflict", effect: false }, 4]);
    case "queue":
      return random.chance(0.6) ? crash : { fault: "error", effect };
    case "outside":
      // A courier never throws: what goes wrong is an answer without a status.
      if (op.name === "courier.post") return random.chance(0.5) ? crash : { fault: "conflict", effect };
      return random.weighted([crash, 5], [{ fault: "error", effect }, 4], [{ fault: "hang", effect }, 2]);
    default:
      throw new Error(`no fault fits ${op.name}: ${op.kind satisfies never}`);
  }
}

/** How many faults happened, and how many of them were the death of a process. */
type FaultCounts = Record<"faults" | "kills", number>;

/** How likely a schedule has at most so many faults. */
type FaultLimits = readonly (readonly [number, number])[];

const usualLimits: FaultLimits = [
  [0, 10],
  [1, 25],
  [2, 25],
  [4, 25],
  [8, 15],
];

/** How likely a step fails. */
const usualRates = [0.01, 0.04, 0.12];

/** Has steps fail by chance, and records of the stream come late, twice or never. */
export function injectFaults(
  world: { readonly scheduler: Scheduler; streamPlan: (record: number) => readonly number[] },
  random: Random,
  {
    limits = usualLimits,
    rates = usualRates,
    onFault,
  }: { limits?: FaultLimits; rates?: readonly number[]; onFault?: (op: Op) => void } = {},
): FaultCounts {
  const most = random.weighted(...limits);
  const rate = random.pick(rates);
  const counts = { faults: 0, kills: 0 };
  world.scheduler.plan = (op) => {
    if (counts.faults >= most || !random.chance(rate)) return fine;
    counts.faults += 1;
    onFault?.(op);
    const verdict = randomFault(random, op);
    if (verdict.fault === "crash") counts.kills += 1;
    return verdict;
  };
  world.streamPlan = () => {
    const late = () => random.int(0, random.chance(0.8) ? 30 : 5_000);
    if (random.chance(0.02)) return [];
    return random.chance(0.1) ? [late(), late()] : [late()];
  };
  return counts;
}

import type { Backlog, Streams } from "./measure.ts";
import { type SideName, sides } from "./side.ts";

/** What each side did, round by round. */
export type Rounds<T> = Partial<Record<SideName, readonly T[]>>;

interface Results {
  readonly backlog: Rounds<Backlog>;
  readonly beside: Rounds<Backlog>;
  readonly streams: Rounds<Streams>;
}

/** Prints each side's medians, and the ratios of rounds that ran one after the other: what else the machine did, it did to both. */
export function print(results: Results): void {
  for (const name of Object.keys(results.backlog) as SideName[])
    console.log(`  ${sides[name]}\n    ${figures(results, name)}`);
  for (const name of ["naive", "bullmq"] as const)
    if (results.backlog[name]) console.log(`sluice against ${sides[name]}\n    ${ratios(results, name)}`);
  const moved = (results.streams.ours ?? []).map(
    ({ p99Ms, p99BesideHoleMs }) => (100 * (p99BesideHoleMs - p99Ms)) / p99Ms,
  );
  console.log(`the p99 of healthy endpoints beside a black hole moves by ${spread(moved, 1)} % (aim: at most 10 %)`);
}

function figures({ backlog, beside, streams }: Results, name: SideName): string {
  const each = (of: "perSecond" | "cpuMicrosEach", rounds = backlog) =>
    median((rounds[name] ?? []).map((round) => round[of])).toFixed(0);
  const p99 = (of: "p99Ms" | "p99BesideHoleMs") => p99Of(streams, name, of).toFixed(1);
  const missing = [backlog, beside, streams]
    .flatMap((rounds): readonly { missing: number }[] => rounds[name] ?? [])
    .reduce((sum, round) => sum + round.missing, 0);
  return [
    `${each("perSecond")} deliveries/s, ${each("perSecond", beside)}/s beside a black hole`,
    `${each("cpuMicrosEach")} us CPU each`,
    `p99 ${p99("p99Ms")} ms, ${p99("p99BesideHoleMs")} ms beside a black hole`,
    ...(missing > 0 ? [`${missing} had not come in time`] : []),
  ].join("; ");
}

function ratios({ backlog, beside, streams }: Results, other: SideName): string {
  const against = (rounds: Rounds<Backlog>, of: "perSecond" | "cpuMicrosEach") =>
    (rounds.ours ?? []).flatMap((ours, nth) => {
      const theirs = rounds[other]?.[nth];
      return theirs ? [ours[of] / theirs[of]] : [];
    });
  const p99 = p99Of(streams, "ours", "p99BesideHoleMs") / p99Of(streams, other, "p99BesideHoleMs");
  return [
    `${spread(against(backlog, "perSecond"))} x the deliveries/s (aim: at least 2)`,
    `${spread(against(backlog, "cpuMicrosEach"))} of its CPU each (aim: at most 0.5)`,
    `${median(against(beside, "perSecond")).toFixed(1)} x the deliveries/s beside a black hole`,
    `p99 beside a black hole ${p99.toFixed(4)} of its`,
  ].join("\n    ");
}

function p99Of(streams: Rounds<Streams>, name: SideName, of: "p99Ms" | "p99BesideHoleMs"): number {
  return median((streams[name] ?? []).map((round) => round[of]));
}

/** The median, and the quartiles around it. */
function spread(values: readonly number[], digits = 2): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(digits));
  return `${middle} (quartiles ${low} to ${high})`;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0;
}

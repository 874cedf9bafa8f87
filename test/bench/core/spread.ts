import { availableParallelism, cpus } from "node:os";

/** The value that such a share of all is not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** What figures are true of: the day, the engine and the machine. */
export function machine(): string {
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown processor"}`;
}

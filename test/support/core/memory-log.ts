import type { Facts, Log, Meter } from "../../../functions/app/core/ports.ts";
import type { CountMetric, TimeMetric } from "../../../functions/app/core/ports-metrics.ts";

/** A log that keeps its lines as the real one prints them. */
export class MemoryLog implements Log {
  readonly lines: string[] = [];
  begin(): void {}
  info(message: string, facts: Facts): void {
    this.lines.push(JSON.stringify({ level: "INFO", message, ...facts }));
  }
  error(message: string, facts: Facts): void {
    this.lines.push(JSON.stringify({ level: "ERROR", message, ...facts }));
  }
}

/** A meter that keeps every value, by name. */
export class MemoryMeter implements Meter {
  readonly values: Partial<Record<CountMetric | TimeMetric, number[]>> = {};
  count(name: CountMetric, howMany: number): void {
    this.#keep(name, howMany);
  }
  time(name: TimeMetric, ms: number): void {
    this.#keep(name, ms);
  }
  #keep(name: CountMetric | TimeMetric, value: number): void {
    const before = this.values[name];
    if (before) before.push(value);
    else this.values[name] = [value];
  }
}

const nothing = () => undefined;

/** A log that nobody reads. */
export const noLog: Log = { begin: nothing, info: nothing, error: nothing };

/** A meter that nobody reads. */
export const noMeter: Meter = { count: nothing, time: nothing };

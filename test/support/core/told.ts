import type { Facts, Log, Meter } from "../../../functions/app/core/ports.ts";
import type { Counted, Timed } from "../../../functions/app/core/ports-metrics.ts";

/** A log that keeps its lines as the real one prints them. */
export class KeptLog implements Log {
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
export class KeptMeter implements Meter {
  readonly values: Partial<Record<Counted | Timed, number[]>> = {};
  count(name: Counted, howMany: number): void {
    this.#keep(name, howMany);
  }
  time(name: Timed, ms: number): void {
    this.#keep(name, ms);
  }
  #keep(name: Counted | Timed, value: number): void {
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

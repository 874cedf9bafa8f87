import type { CountedTenant } from "../../../functions/domain/disputes/monitoring-program.ts";
import {
  freshCredit,
  lookAtPrograms,
  type ProgramCredit,
  type ProgramTransitions,
} from "../../../functions/domain/disputes/program-credit.ts";
import type { Counts, DayCounts } from "../../../functions/domain/settlement/counters.ts";

/** A tenant that nothing was said about. */
export const fresh = freshCredit("ten_1", "2026-01-01T00:00:00.000Z");

/** A tenant of which nothing was counted. */
export const noCounts: CountedTenant = { days: {}, since: "2020-01-01T00:00:00.000Z" };

/** A tenant's programs, looked at one moment after the other as counts come in. */
export class Life {
  state: ProgramCredit = fresh;
  days: DayCounts = {};
  /** Old enough for no program of young merchants, where a test does not say otherwise. */
  since = "2020-01-01T00:00:00.000Z";

  get counted(): CountedTenant {
    const { days, since } = this;
    return { days, since };
  }

  count(day: string, more: Counts): this {
    const before = this.days[day] ?? {};
    const names = [...new Set([...Object.keys(before), ...Object.keys(more)])] as (keyof Counts)[];
    const added = Object.fromEntries(names.map((name) => [name, (before[name] ?? 0) + (more[name] ?? 0)]));
    this.days = { ...this.days, [day]: added };
    return this;
  }

  look(at: string, late?: string): string[] {
    return this.take(lookAtPrograms(this.state, this.counted, instant(at), late));
  }

  take(transitions: ProgramTransitions): string[] {
    this.state = transitions.at(-1)?.next ?? this.state;
    return transitions.flatMap(({ events = [] }) =>
      events.map(({ name, data }) =>
        [
          name.split(".")[1],
          "program" in data && data.program,
          "level" in data ? data.level : "period" in data && data.period,
        ].join(" "),
      ),
    );
  }
}

/** A moment, or noon of a day. */
export function instant(at: string): string {
  return at.length === 10 ? `${at}T12:00:00.000Z` : at;
}

/** Over Mastercard's ECM in a month, with the sales of the month before. */
export function over(): Life {
  return new Life().count("2026-09-20", { payments: 1000 }).count("2026-10-10", { mastercardChargebacks: 100 });
}

import type { CalendarDate } from "./banking-day.ts";

/** A row of an outside rule, and the first date that it holds for, in New York where the rule is a US bank's. A change of the rule is a row more. */
export interface DatedRow {
  readonly from: CalendarDate;
}

/** For rules that are older than this service. */
export const always: CalendarDate = "1970-01-01";

/** The row that holds on a date: the latest that has begun. Undefined where none has. */
export function rowOn<R extends DatedRow>(rows: readonly R[], on: CalendarDate): R | undefined {
  return rows
    .filter(({ from }) => from <= on)
    .reduce<R | undefined>((last, each) => {
      return last === undefined || each.from >= last.from ? each : last;
    }, undefined);
}

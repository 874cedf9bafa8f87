import type { Counts } from "../../../functions/domain/settlement/counters.ts";
import type { DisputeReport } from "./invariants.ts";
import type { SeenDisputes } from "./seen.ts";

const countName = "what was counted is what entries say, once each";
const breachName = "a breach is told once, and takes the credit with it";

type Totals = Map<string, number>;

function add(totals: Totals, place: string, counts: Readonly<Record<string, number>>): void {
  for (const [name, howMany] of Object.entries(counts)) {
    const at = `${place} ${name}`;
    totals.set(at, (totals.get(at) ?? 0) + howMany);
  }
}

function listed(totals: Totals): string {
  const all = [...totals].filter(([, howMany]) => howMany !== 0).toSorted();
  return all.map(([place, howMany]) => `${place} ${howMany}`).join(", ");
}

/** What tallies say against what follows from the entries, counted a second time. */
function checkCounts(seen: SeenDisputes, before: Totals, report: DisputeReport): Totals {
  const expected: Totals = new Map(before);
  for (const { entries } of [...seen.alerts, ...seen.cases, ...seen.settlements])
    for (const { follows, at } of entries)
      for (const each of follows)
        if (each.kind === "count")
          add(expected, `${each.tenantId} ${(each.at < at ? each.at : at).slice(0, 10)}`, each.counts);
  const is: Totals = new Map();
  for (const { tenantId, days } of seen.counters)
    for (const [day, counts] of Object.entries(days)) add(is, `${tenantId} ${day}`, counts);
  if (listed(is) !== listed(expected)) report(countName, `${listed(is)}, not ${listed(expected)}`);
  return expected;
}

/** Whether a share of a limit in percent is reached, by the numbers of the two programs that scenes come near to. */
function reaches(percent: number, of: (name: string) => number): Readonly<Record<string, boolean>> {
  const items = of("visaFraudReports") + of("visaChargebacks") - of("visaExcluded");
  const [returns, debits] = [of("returnsUnauthorized"), of("debits")];
  return {
    vamp: items * 100 >= 1_501 * percent && items * 1_000_000 >= of("payments") * 150 * percent,
    nacha_unauthorized: returns * 100 >= 5 * percent && returns * 1_000_000 >= debits * 50 * percent,
  };
}

function totalOf(totals: Totals, tenantId: string, name: string): number {
  return [...totals].reduce((sum, [place, howMany]) => {
    return place.startsWith(tenantId) && place.endsWith(` ${name}`) ? sum + howMany : sum;
  }, 0);
}

/** What a program looks at only once something has been counted that it limits. */
const limited: Readonly<Record<string, readonly string[]>> = {
  vamp: ["visaFraudReports", "visaChargebacks"],
  nacha_unauthorized: ["returnsUnauthorized"],
};

function checkBreaches(
  seen: SeenDisputes,
  { before, after }: { readonly before: Totals; readonly after: Totals },
  report: DisputeReport,
): void {
  for (const { state: tenant } of seen.tenants) {
    const of = (name: string) => totalOf(after, tenant.id, name);
    const isLookedAt = (program: string) =>
      (limited[program] ?? []).some((name) => of(name) > totalOf(before, tenant.id, name));
    const programs = seen.programs.find(({ state }) => state.tenantId === tenant.id);
    const response = new Set<string>();
    const suspended = new Set<string>();
    for (const { events } of programs?.entries ?? [])
      for (const { name, data } of events) {
        const { program = "", period = "", level = "" } = data as Readonly<Record<string, string>>;
        if (name === "ratio.threshold_breached") {
          const what = `${program} ${period} ${level}`;
          if (response.has(what)) report(breachName, `${tenant.id}: ${what} a second time`);
          response.add(what);
          response.add(`${program} ${level}`);
          continue;
        }
        const isNew = name === "program.credit_suspended";
        if (suspended.has(program) === isNew) report(breachName, `${tenant.id}: ${name} ${program} again`);
        if (isNew) suspended.add(program);
        else suspended.delete(program);
      }
    for (const [program, isReached] of Object.entries(reaches(100, of)))
      if (isReached !== response.has(`${program} breached`) || isReached !== suspended.has(program))
        report(breachName, `${tenant.id}: ${program} is ${isReached ? "" : "not "}breached, told otherwise`);
    for (const [program, isReached] of Object.entries(reaches(75, of)))
      if (
        isReached &&
        isLookedAt(program) &&
        !response.has(`${program} early_warning`) &&
        !response.has(`${program} breached`)
      )
        report(breachName, `${tenant.id}: nobody was warned of ${program}`);
    const flag = tenant.creditSuspended?.program ?? "none";
    if ((suspended.size > 0 || flag !== "none") && !suspended.has(flag))
      report(breachName, `${tenant.id} is suspended by ${flag}, its programs by ${[...suspended].join()}`);
    if (tenant.ratioBreached !== suspended.size > 0)
      report(breachName, `${tenant.id}: breached is ${tenant.ratioBreached}`);
  }
}

/** Ratios: what was counted, and what became of it; `counted` is what the first tenant began with. */
export function checkDisputeCounts(
  seen: SeenDisputes,
  counted: { readonly tenantId: string; readonly day: string; readonly counts: Counts } | undefined,
  report: DisputeReport,
): void {
  const before: Totals = new Map();
  if (counted) add(before, `${counted.tenantId} ${counted.day}`, counted.counts);
  checkBreaches(seen, { before, after: checkCounts(seen, before, report) }, report);
}

import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";

interface State {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly totalCents?: number;
  readonly amountCents?: number;
  readonly fiatInCents?: number;
  readonly returnedCents?: number;
}

type Counts = Map<string, number>;

function add(counts: Counts, name: string, more: number): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}

const plural: Readonly<Record<string, string>> = { invoice: "invoices", escrow: "escrows", case: "disputes" };

function countSettlement(counts: Counts, { status, fiatInCents = 0 }: State): void {
  if (status === "created") return;
  const ended = ["completed", "declined", "failed"].includes(status);
  add(counts, "settlements", 1);
  add(counts, `settlements.${ended ? status : "in_flight"}`, 1);
  if (status === "completed") add(counts, "settlements.completedCents", fiatInCents);
}

function bucketOf(seconds: number): string {
  if (seconds < 5) return "5";
  if (seconds < 60) return "60";
  if (seconds < 3600) return "3600";
  return seconds < 86_400 ? "86400" : "longer";
}

/** What there is, counted anew: records as they stand, and when their histories say that they were delivered. */
function recounted(rows: readonly Row[]): Counts {
  const counts: Counts = new Map();
  const settlements = new Map<string, State>();
  for (const { type, body } of rows) {
    const { state } = body as { state: State };
    const noun = plural[type];
    if (type === "tenant") add(counts, "tenants", 1);
    if (noun) {
      add(counts, noun, 1);
      add(counts, `${noun}.${state.status}`, 1);
      add(counts, `${noun}.totalCents`, state.status === "void" ? 0 : (state.totalCents ?? state.amountCents ?? 0));
    }
    if (type === "escrow") add(counts, "escrows.returnedCents", state.returnedCents ?? 0);
    if (type === "settlement") {
      settlements.set(state.id, state);
      countSettlement(counts, state);
    }
  }
  for (const { type, body } of rows) {
    if (type !== "entry") continue;
    const { aggregateId, aggregateType, from, to, at } = body as Entry;
    const state = settlements.get(aggregateId);
    if (aggregateType !== "settlement" || !state || from === to || to !== "completed") continue;
    add(counts, `settledWithin.${bucketOf((Date.parse(at) - Date.parse(state.createdAt)) / 1000)}`, 1);
    add(counts, `${at.slice(0, 10)} settlements.completed`, 1);
    add(counts, `${at.slice(0, 10)} settlements.completedCents`, state.fiatInCents ?? 0);
  }
  return counts;
}

/** What the overview's rows say, its days with their date before the name. */
function told(rows: readonly Row[]): Counts {
  const counts: Counts = new Map();
  for (const { type, body } of rows) {
    if (type !== "overview") continue;
    const { counts: totals = {}, days = {} } = body as {
      counts?: Record<string, number>;
      days?: Record<string, Record<string, number>>;
    };
    for (const [name, howMany] of Object.entries(totals)) add(counts, name, howMany);
    for (const [day, each] of Object.entries(days))
      for (const [name, howMany] of Object.entries(each)) add(counts, `${day} ${name}`, howMany);
  }
  return counts;
}

/** Where the public overview does not say what there is, once nothing waits to be handed on. */
export function overviewFaults(rows: readonly Row[]): string[] {
  const [should, is] = [recounted(rows), told(rows)];
  return [...new Set([...should.keys(), ...is.keys()])].flatMap((name) => {
    const [one, other] = [is.get(name) ?? 0, should.get(name) ?? 0];
    return one === other ? [] : [`${name}: ${one}, not ${other}`];
  });
}

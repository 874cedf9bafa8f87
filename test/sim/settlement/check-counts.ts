import type { World } from "../../support/world/world.ts";
import type { Report } from "./findings.ts";
import type { Seen } from "./seen.ts";

const name = "what is collected or returned is counted once";

/** The tallies say what the histories say: a payment for each settlement whose money came, a debit for each that was pulled, a return for each that came back. */
export function checkCounts(world: World, seen: Seen, report: Report): void {
  const should = new Map<string, number>();
  const is = new Map<string, number>();
  const add = (to: Map<string, number>, what: string, more: number) =>
    to.set(what, (to.get(what) ?? 0) + more);
  for (const { state, entries } of seen.settlements) {
    const pulled = state.payment.source === "ach";
    const collected = entries.some(({ from, to }) => from !== to && to === "screening");
    const pauses = entries.filter(({ reason }) => /^returned R\d\d, presented again/.test(reason)).length;
    const last = state.payment.status === "returned" ? 1 : 0;
    if (collected) add(should, `${state.tenantId} payments`, 1);
    if (!pulled) continue;
    add(should, `${state.tenantId} debits`, pauses + (collected ? 1 : last));
    add(should, `${state.tenantId} returns`, pauses + last);
  }
  for (const { type, body } of world.book.rows()) {
    if (type !== "tally") continue;
    const { tenantId, days } = body as { tenantId: string; days: Record<string, Record<string, number>> };
    for (const [what, howMany] of Object.values(days).flatMap((day) => Object.entries(day))) {
      const kind = what.startsWith("returns") ? "returns" : what;
      if (["payments", "debits", "returns"].includes(kind)) add(is, `${tenantId} ${kind}`, howMany);
    }
  }
  for (const what of new Set([...should.keys(), ...is.keys()]))
    if ((should.get(what) ?? 0) !== (is.get(what) ?? 0))
      report(name, `${what}: ${is.get(what) ?? 0}, not ${should.get(what) ?? 0}`);
}

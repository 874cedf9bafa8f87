import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { chainFault, type Graph, pathFaults, type Told } from "../core/trail.ts";
import type { DisputeReport } from "./findings.ts";
import type { SeenDisputes } from "./seen.ts";

/** The moves of alerts and of cases, written down a second time. */
const alertGraph: Graph = {
  first: "received",
  moves: {
    received: ["matched", "unmatched", "auto_refunded"],
    unmatched: ["matched", "auto_refunded", "case_opened", "dismissed", "resolved"],
    matched: [
      ...["auto_refunded", "in_review", "notified_iso", "case_opened", "resolved", "dismissed", "expired"],
    ],
    in_review: ["notified_iso", "case_opened", "resolved", "dismissed", "expired"],
    notified_iso: ["in_review", "case_opened", "resolved", "dismissed", "expired"],
    expired: ["case_opened"],
  },
};

const caseGraph: Graph = {
  first: "open",
  moves: {
    open: ["gathering", "accepted", "withdrawn", "expired"],
    gathering: ["open", "submitted", "accepted", "withdrawn", "expired"],
    submitted: ["open", "won", "lost", "withdrawn"],
    ...{ won: ["open"], lost: ["open"], accepted: ["open"], expired: ["open"] },
  },
};

const ofAlert: Readonly<Record<string, string>> = {
  matched: "alert.matched",
  unmatched: "alert.unmatched",
  in_review: "alert.routed_to_review",
  auto_refunded: "alert.auto_refunded",
  notified_iso: "alert.notify_iso",
};

function alertEvent({ from, to, reason }: Entry): string {
  if (from === null) return "alert.created";
  if (from === to) return reason.startsWith("bound to ") ? "alert.matched" : "";
  return ofAlert[to] ?? "";
}

function caseEvent({ from, to, reason }: Entry): string {
  if (from === null) return "case.created";
  return from !== to || reason.startsWith("goes on as ") ? "case.status_changed" : "";
}

interface Noun {
  readonly graph: Graph;
  readonly eventOf: (entry: Entry) => string;
}

const alertNoun: Noun = { graph: alertGraph, eventOf: alertEvent };
const caseNoun: Noun = { graph: caseGraph, eventOf: caseEvent };

function checkTrail(
  told: Told<{ readonly id: string; readonly status: string }>,
  { graph, eventOf }: Noun,
  report: DisputeReport,
): void {
  const { state, entries } = told;
  const name = "history is an allowed path without gaps, its chain whole";
  const fault = chainFault(told);
  if (fault) report(name, `${state.id}: ${fault.what}`);
  for (const each of pathFaults(entries, state.status, graph)) report(name, `${state.id}: ${each}`);
  for (const entry of entries) {
    const is = entry.events.map((event) => event.name).join(", ");
    const expected = eventOf(entry);
    if (is !== expected)
      report(
        "events follow from the history, each once",
        `${state.id} entry ${entry.seq} (${entry.reason}): ${is}, not ${expected}`,
      );
  }
}

/** Histories of alerts and cases, and of all that is touched with them: whole, along the table, every event told once. */
export function checkDisputeHistories(seen: SeenDisputes, report: DisputeReport): void {
  for (const told of seen.alerts) checkTrail(told, alertNoun, report);
  for (const told of seen.cases) checkTrail(told, caseNoun, report);
  for (const told of [...seen.settlements, ...seen.tenants, ...seen.programs]) {
    const fault = chainFault(told);
    if (fault) report("history is an allowed path without gaps, its chain whole", fault.what);
  }
  const queued = new Map<string, number>();
  for (const { eventId } of seen.deliveries) queued.set(eventId, (queued.get(eventId) ?? 0) + 1);
  for (const { entries } of [...seen.alerts, ...seen.cases, ...seen.settlements, ...seen.programs])
    for (const { events } of entries)
      for (const { id, name } of events)
        if (queued.get(id) !== 1)
          report(
            "no event is lost, and none told twice",
            `${name} ${id} is queued ${queued.get(id) ?? 0} times`,
          );
}

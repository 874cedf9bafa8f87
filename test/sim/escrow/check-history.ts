import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { EscrowStatus } from "../../../functions/domain/escrow/escrow.ts";
import { chainFault, pathFaults } from "../core/trail.ts";
import type { EscrowReport } from "./findings.ts";
import type { SeenEscrows, ToldEscrow } from "./seen.ts";

const historyName = "history is an allowed path without gaps, its chain whole";

/** The moves of the spec's table, written down a second time. */
const table: Readonly<Record<EscrowStatus, readonly EscrowStatus[]>> = {
  created: ["awaiting_funds", "refunded", "expired"],
  awaiting_funds: ["funded", "refunded", "expired", "failed"],
  funded: ["release_pending", "released", "refunded", "failed"],
  release_pending: ["released", "refunded", "failed"],
  released: [],
  refunded: [],
  expired: [],
  failed: ["refunded"],
};

const graph = { first: "awaiting_funds", moves: table };

function checkPath(told: ToldEscrow, report: EscrowReport): void {
  const { id, status } = told.state;
  const fault = chainFault(told);
  if (fault) report(historyName, `${id}: ${fault.what}`);
  for (const each of pathFaults(told.entries, status, graph)) report(historyName, `${id}: ${each}`);
}

const ofMove: Readonly<Record<string, string>> = {
  funded: "escrow.funded",
  released: "escrow.released",
  refunded: "escrow.refunded",
  expired: "escrow.expired",
};

function expectedEvent({ from, to, reason }: Entry): string | undefined {
  if (from === null) return "escrow.created";
  if (from !== to && ofMove[to] !== undefined) return ofMove[to];
  if (/^(approve|reject) by \S+$/.test(reason)) return "escrow.approval_recorded";
  return /^milestone \d+ completed$/.test(reason) ? "escrow.milestone_completed" : undefined;
}

function checkEvents({ state, entries, states }: ToldEscrow, report: EscrowReport): void {
  const name = "events follow from the history, each once";
  let blocked = 0;
  for (const entry of entries) {
    const names = entry.events.map((event) => event.name);
    blocked += names.filter((each) => each === "escrow.release_blocked").length;
    const others = names.filter((each) => each !== "escrow.release_blocked").join(", ");
    const expected = expectedEvent(entry) ?? "";
    if (others !== expected) report(name, `${state.id} entry ${entry.seq}: ${others}, not ${expected}`);
  }
  const lists = states.map((each) => each.state.unmet.join("\n"));
  const changes = lists.filter((list, at) => list !== "" && list !== (lists[at - 1] ?? "")).length;
  if (blocked !== changes)
    report(name, `${state.id}: told ${blocked} times of ${changes} changes of what is unmet`);
}

/** Histories: gap-free, chained, along the table, with the events that follow from them, and every event handed on once. */
export function checkEscrowHistories(seen: SeenEscrows, report: EscrowReport): void {
  const queued = new Map<string, number>();
  for (const { eventId } of seen.deliveries) queued.set(eventId, (queued.get(eventId) ?? 0) + 1);
  for (const told of seen.escrows) {
    checkPath(told, report);
    checkEvents(told, report);
    for (const { events } of told.entries)
      for (const { id, name } of events)
        if (queued.get(id) !== 1)
          report("no event is lost", `${name} ${id} is queued ${queued.get(id) ?? 0} times`);
  }
}

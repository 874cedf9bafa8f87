import { type Entry, entryHash } from "../../functions/app/aggregate.ts";
import type { EscrowStatus } from "../../functions/domain/escrow.ts";
import type { EscrowReport } from "./escrow-findings.ts";
import type { SeenEscrows, ToldEscrow } from "./escrow-seen.ts";

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

function checkPath({ state, head, entries }: ToldEscrow, report: EscrowReport): void {
  let hash = "0".repeat(64);
  let before: string | null = null;
  for (const [at, entry] of entries.entries()) {
    const { hash: own, ...body } = entry;
    if (body.seq !== at + 1 || body.prevHash !== hash || entryHash(body) !== own)
      report(historyName, `${state.id} entry ${at + 1} breaks the chain`);
    const moves: readonly string[] =
      before === null ? ["awaiting_funds"] : (table[before as EscrowStatus] ?? []);
    if (entry.from !== before)
      report(historyName, `${state.id} entry ${body.seq} is from ${entry.from}, not ${before}`);
    if (entry.to !== before && !moves.includes(entry.to))
      report(historyName, `${state.id}: from ${before} to ${entry.to}`);
    [hash, before] = [own, entry.to];
  }
  if (head.seq !== entries.length || head.hash !== hash || before !== state.status)
    report(historyName, `${state.id}: ${entries.length} entries to ${before}, the record is ${state.status}`);
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

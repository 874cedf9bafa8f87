import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Client } from "../../support/world/core/clients.ts";
import type { DisputeCall } from "../../support/world/disputes/call.ts";
import type { DisputeWorld } from "../../support/world/disputes/world.ts";
import { chainFault, checkTrail, type Graph, type Response } from "../core/checks.ts";
import type { DisputeReport } from "./invariants.ts";
import type { SeenDisputes } from "./seen.ts";

const oneName = "one alert for a source's id, and none is lost";
const stuckName = "nothing is stuck";

interface ToldAlert {
  readonly status: number;
  readonly alert: { readonly id: string; readonly externalId: string };
}

function toldOf({ response }: Client<DisputeCall>): ToldAlert | undefined {
  return response?.outcome.kind === "result" ? (response.outcome.result as ToldAlert) : undefined;
}

/** Whether a call was refused because its key came with other words as well. */
function isReused({ callers }: DisputeWorld, { call, refusal }: Client<DisputeCall>): boolean {
  const { key, tenantId, command } = call;
  const others = callers.all.filter(
    (each) => each.call.key === key && each.call.tenantId === tenantId && each.call.command.op === command.op,
  );
  const hasOther = others.some((each) => JSON.stringify(each.call.command) !== JSON.stringify(command));
  return refusal?.code === "idempotency_key_reuse" && hasOther;
}

const unauthorized: readonly string[] = ["R05", "R07", "R10", "R11", "R29", "R51"];

/** What was brought is there, once, whoever brought it how often; and so is what the payers' banks took back. */
export function checkAlerts(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  const byName = new Map<string, string>();
  for (const { state } of seen.alerts) {
    const name = `${state.tenantId} ${state.source} ${state.said.externalId}`;
    if (byName.has(name)) report(oneName, `${name} is ${byName.get(name)} and ${state.id}`);
    byName.set(name, state.id);
  }
  const created = new Map<string, string>();
  for (const asker of world.callers.all) {
    const { call } = asker;
    if (call.command.op !== "ingest") continue;
    const { source, externalId } = call.command.brought;
    const id = byName.get(`${call.tenantId} ${source} ${externalId}`);
    const response = toldOf(asker);
    if (!response) {
      if (asker.isDone && !isReused(world, asker)) report(oneName, `${call.key}: ${asker.refusal?.code}`);
      continue;
    }
    if (response.alert.id !== id) report(oneName, `${call.key} was told of ${response.alert.id}, there is ${id}`);
    if (response.status !== 201) continue;
    const by = `${call.tenantId} ${call.key}`;
    if ((created.get(response.alert.id) ?? by) !== by) report(oneName, `${response.alert.id} was made twice`);
    created.set(response.alert.id, by);
  }
  for (const { state } of seen.settlements) {
    const { id, tenantId, payment } = state;
    const { returnCode } = payment;
    if (payment.status !== "returned" || !unauthorized.includes(returnCode ?? "")) continue;
    if (!byName.has(`${tenantId} network return:${id}:${returnCode}`))
      report(oneName, `the return of ${id} raised no alert`);
  }
}

const hourMs = 3_600_000;
const fought: readonly string[] = ["open", "gathering", "submitted"];
const clockRuns: readonly string[] = ["matched", "in_review", "notified_iso"];
const ended: readonly string[] = ["auto_refunded", "case_opened", "resolved", "expired", "dismissed"];

function checkListed(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  const isPast = (at: string | null) => at !== null && Date.parse(at) + hourMs < world.scheduler.nowMs;
  for (const { state } of seen.alerts) {
    const { id, status, said: reply } = state;
    const { index } = seen.rows.get(id) ?? {};
    if (!ended.includes(status) && !index?.review && !index?.due)
      report(stuckName, `${id} is ${status}, in no queue, and nobody will look again`);
    if (clockRuns.includes(status) && isPast(reply.respondBy)) report(stuckName, `${id} is late, ${status}`);
    if (status === "case_opened" && !seen.cases.some((each) => each.state.id === state.caseId))
      report(stuckName, `${id} goes on as ${state.caseId}, which is not there`);
  }
  for (const { state } of seen.cases) {
    const { id, status, networkDueBy } = state;
    const { index } = seen.rows.get(id) ?? {};
    if (status !== "open" && status !== "gathering") continue;
    if (!index?.due || !index.review) report(stuckName, `${id} is ${status}, and no clock or queue has it`);
    if (isPast(networkDueBy)) report(stuckName, `${id} is ${status}, its window closed at ${networkDueBy}`);
  }
}

/** An alert is handed to a case that is still fought, or nobody would fight it. */
function checkHandedOver({ written }: SeenDisputes, report: DisputeReport): void {
  const statuses = new Map<string, string>();
  for (const { aggregateId, aggregateType, to, reason } of written) {
    if (aggregateType === "case") statuses.set(aggregateId, to);
    const [, caseId] = /^goes on as case (\S+)$/.exec(reason) ?? [];
    const status = statuses.get(caseId ?? "") ?? "open";
    if (aggregateType === "alert" && caseId !== undefined && !fought.includes(status))
      report(stuckName, `${aggregateId} goes on as ${caseId}, which was ${status}`);
  }
}

function checkRefund(seen: SeenDisputes, { id, sendBack, reconBreaks }: Settlement, report: DisputeReport) {
  if (sendBack) report(stuckName, `${id}: ${sendBack.key} has no answer`);
  const isOpen = reconBreaks.some(({ resolvedAt }) => resolvedAt === undefined);
  if (isOpen && !seen.rows.get(id)?.index?.review) report(stuckName, `${id} has a break in no queue`);
}

function checkPacket(world: DisputeWorld, state: DisputeCase, report: DisputeReport): void {
  const { id, status, packet, revision, evidence, submittedAt } = state;
  if (status !== "submitted" && status !== "won" && status !== "lost") return;
  const file = world.files.files.get(packet?.objectKey ?? "");
  const shown = file ? Buffer.from(file.bytes).toString() : "no file";
  const provided = evidence.filter((piece) => piece.status === "provided");
  const whole = [id, ...provided.map((piece) => piece.id)].join(" ");
  if (packet?.status !== "ready" || packet.revision !== revision || shown !== whole)
    report(
      "what was submitted is in its packet",
      `${id}: packet ${packet?.status} of ${packet?.revision}, not ${revision}: ${shown}`,
    );
  if (provided.some((piece) => piece.submittedAt === null) || submittedAt === null)
    report("what was submitted is in its packet", `${id}: a piece was not submitted`);
}

/** Nothing is half done: whatever is open is in somebody's queue or has its clock. */
export function checkDisputeRest(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  for (const { callback, taken } of world.railLine.calls)
    if (!taken) report(stuckName, `${callback.events[0]?.kind} for ${callback.railRef} was never taken`);
  for (const [pk, { type, index }] of seen.rows)
    if (type === "tally" && index?.due) report(stuckName, `${pk}: nobody has looked at what was counted`);
  checkListed(world, seen, report);
  checkHandedOver(seen, report);
  for (const { state } of seen.settlements) checkRefund(seen, state, report);
  for (const { state } of seen.cases) checkPacket(world, state, report);
}

/** The moves of alerts and of cases, written down a second time. */
const alertGraph: Graph = {
  first: "received",
  moves: {
    received: ["matched", "unmatched", "auto_refunded"],
    unmatched: ["matched", "auto_refunded", "case_opened", "dismissed", "resolved"],
    matched: [...["auto_refunded", "in_review", "notified_iso", "case_opened", "resolved", "dismissed", "expired"]],
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

const historyName = "history is an allowed path without gaps, its chain whole";

function checkEvents(
  { state, entries }: Response<{ readonly id: string }>,
  eventOf: (entry: Entry) => string,
  report: DisputeReport,
): void {
  for (const entry of entries) {
    const is = entry.events.map((event) => event.name).join(", ");
    const expected = eventOf(entry);
    const where = `${state.id} entry ${entry.seq} (${entry.reason})`;
    if (is !== expected) report("events follow from the history, each once", `${where}: ${is}, not ${expected}`);
  }
}

/** Histories of alerts and cases, and of all that is touched with them: whole, along the table, with the events that follow from them. */
export function checkDisputeHistories(seen: SeenDisputes, report: DisputeReport): void {
  const nouns = [
    [seen.alerts, alertGraph, alertEvent],
    [seen.cases, caseGraph, caseEvent],
  ] as const;
  for (const [trails, graph, eventOf] of nouns)
    for (const response of trails) {
      checkTrail(response, graph, (detail) => report(historyName, detail));
      checkEvents(response, eventOf, report);
    }
  for (const response of [...seen.settlements, ...seen.tenants, ...seen.programs]) {
    const fault = chainFault(response);
    if (fault) report(historyName, fault.what);
  }
}

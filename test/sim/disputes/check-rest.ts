import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { type DisputeAsker, isKeyed } from "../../support/world/dispute-call.ts";
import type { DisputeWorld } from "../../support/world/dispute-world.ts";
import type { DisputeReport } from "./findings.ts";
import type { SeenDisputes } from "./seen.ts";

const oneName = "one alert for a source's id, and none is lost";
const keyName = "one execution a key, and everyone has an answer";
const stuckName = "nothing is stuck";

interface ToldAlert {
  readonly status: number;
  readonly alert: { readonly id: string; readonly externalId: string };
}

function toldOf({ told }: DisputeAsker): ToldAlert | undefined {
  return told?.outcome.kind === "result" ? (told.outcome.result as ToldAlert) : undefined;
}

/** Whether a call was refused because its key came with other words as well. */
function isReused({ askers }: DisputeWorld, { call, refusal }: DisputeAsker): boolean {
  const { key, tenantId, words } = call;
  const others = askers.filter(
    (each) => each.call.key === key && each.call.tenantId === tenantId && each.call.words.op === words.op,
  );
  const hasOther = others.some((each) => JSON.stringify(each.call.words) !== JSON.stringify(words));
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
  for (const asker of world.askers) {
    const { call } = asker;
    if (call.words.op !== "ingest") continue;
    const { source, externalId } = call.words.brought;
    const id = byName.get(`${call.tenantId} ${source} ${externalId}`);
    const told = toldOf(asker);
    if (!told) {
      if (asker.isDone && !isReused(world, asker)) report(oneName, `${call.key}: ${asker.refusal?.code}`);
      continue;
    }
    if (told.alert.id !== id) report(oneName, `${call.key} was told of ${told.alert.id}, there is ${id}`);
    if (told.status !== 201) continue;
    const by = `${call.tenantId} ${call.key}`;
    if ((created.get(told.alert.id) ?? by) !== by) report(oneName, `${told.alert.id} was made twice`);
    created.set(told.alert.id, by);
  }
  for (const { state } of seen.settlements) {
    const { id, tenantId, payment } = state;
    const { returnCode } = payment;
    if (payment.status !== "returned" || !unauthorized.includes(returnCode ?? "")) continue;
    if (!byName.has(`${tenantId} network return:${id}:${returnCode}`))
      report(oneName, `the return of ${id} raised no alert`);
  }
}

/** Everyone was told, the same for the same key. */
export function checkDisputeKeys(world: DisputeWorld, report: DisputeReport): void {
  const byKey = new Map<string, string>();
  for (const { call, isDone, told } of world.askers) {
    const scope = `${call.tenantId} ${call.words.op} ${call.key}`;
    if (!isDone) report(keyName, `${scope} has no answer`);
    if (!told || !isKeyed(call)) continue;
    const outcome = JSON.stringify(told.outcome);
    if ((byKey.get(scope) ?? outcome) !== outcome) report(keyName, `${scope} was told two things`);
    byKey.set(scope, outcome);
  }
}

/** Asks everything that has a key again: the same comes back, and nothing is written. */
export async function checkDisputeReplays(world: DisputeWorld, report: DisputeReport): Promise<void> {
  const name = "a replay is identical and writes nothing";
  const { book } = world.world;
  const { commits } = book;
  const first = [...world.askers];
  const again = first.flatMap(({ told, call }) =>
    told && isKeyed(call) ? [{ before: JSON.stringify(told.outcome), asker: world.submit(call) }] : [],
  );
  await world.scheduler.settle();
  for (const { before, asker } of again)
    if (!asker.told?.replayed || JSON.stringify(asker.told.outcome) !== before)
      report(name, `${asker.call.words.op} ${asker.call.key}`);
  if (book.commits !== commits) report(name, `${book.commits - commits} writes`);
  world.askers.length = first.length;
}

const hourMs = 3_600_000;
const fought: readonly string[] = ["open", "gathering", "submitted"];
const clockRuns: readonly string[] = ["matched", "in_review", "notified_iso"];
const ended: readonly string[] = ["auto_refunded", "case_opened", "resolved", "expired", "dismissed"];

function checkListed(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  const isPast = (at: string | null) => at !== null && Date.parse(at) + hourMs < world.scheduler.nowMs;
  for (const { state } of seen.alerts) {
    const { id, status, said } = state;
    const { index } = seen.rows.get(id) ?? {};
    if (!ended.includes(status) && !index?.review && !index?.due)
      report(stuckName, `${id} is ${status}, in no queue, and nobody will look again`);
    if (clockRuns.includes(status) && isPast(said.respondBy)) report(stuckName, `${id} is late, ${status}`);
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

/** Nothing is half done: no claim runs, no entry waits, whatever is open is in somebody's queue or has its clock. */
export function checkDisputeRest(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  for (const { key, body } of seen.claims)
    if (body.status === "running") report(stuckName, `${key} still runs`);
  for (const { pk, sk } of seen.pending) report(stuckName, `${pk} ${sk} is not handed on`);
  for (const { event, railRef, taken } of world.world.railLine.calls)
    if (!taken) report(stuckName, `${event.kind} for ${railRef} was never taken`);
  for (const [pk, { type, index }] of seen.rows)
    if (type === "tally" && index?.due) report(stuckName, `${pk}: nobody has looked at what was counted`);
  checkListed(world, seen, report);
  checkHandedOver(seen, report);
  for (const { state } of seen.settlements) checkRefund(seen, state, report);
  for (const { state } of seen.cases) checkPacket(world, state, report);
}

import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { EscrowStatus } from "../../../functions/domain/escrow/escrow.ts";
import { partsOfKey } from "../../support/world/escrow/bank-book.ts";
import type { EscrowCall } from "../../support/world/escrow/call.ts";
import type { EscrowWorld } from "../../support/world/escrow/world.ts";
import { checkAnswers, checkTrail } from "../core/checks.ts";
import { checkLeftRest } from "./check-parts.ts";
import type { EscrowReport } from "./invariants.ts";
import type { EscrowAnswer, SeenEscrows } from "./seen.ts";

const name = "nothing is stuck";

/** A payout that is still in flight waits for a bank that has it and has not decided. */
function checkPayout(world: EscrowWorld, { state, row }: EscrowAnswer, report: EscrowReport): void {
  const { intent, waiting, id } = state;
  if (!intent) return;
  const payout = world.bank.payouts.get(intent.key);
  const listens = waiting !== null && world.machines.waitsFor(waiting.token);
  if (payout?.state !== "pending") report(name, `${intent.key} is in flight, at the bank it is ${payout?.state}`);
  if (!listens && !row.index?.due) report(name, `${id}: nobody will look at ${intent.key} again`);
  if (!row.index?.review) report(name, `${id}: ${intent.key} is in no queue`);
}

/** A return in flight waits for a bank that has it and has not sent it. */
function checkReturn(world: EscrowWorld, { state: { sendBack }, row }: EscrowAnswer, report: EscrowReport): void {
  if (!sendBack) return;
  const { key } = sendBack;
  const known = world.bank.returns.get(key)?.state;
  if (known !== "pending") report(name, `${key} is under way, at the bank it is ${known}`);
  if (!row.index?.due || !row.index.review) report(name, `${key}: nobody will look at it again`);
}

function checkFunding(world: EscrowWorld, { state, row }: EscrowAnswer, report: EscrowReport): void {
  const { status, funding, unappliedCents, id } = state;
  if (unappliedCents > 0 && status !== "awaiting_funds" && !row.index?.review)
    report(name, `${id} is ${status} with ${unappliedCents} that nobody is shown`);
  if (status === "failed" && state.heldCents > 0 && !row.index?.review)
    report(name, `${id} failed, holds ${state.heldCents}, and nobody is shown`);
  if (status === "release_pending" && !row.index?.review) report(name, `${id} is blocked in no queue`);
  if (status !== "awaiting_funds" || funding === null || funding.cancelledAt !== null) return;
  const file = world.bank.files.get(funding.railRef ?? "");
  if (!row.index?.due) report(name, `${id} waits for money, and nobody will look again`);
  if (!row.index?.review) report(name, `${id} waits for money in no queue`);
  if (file?.state !== "waits" && file?.receivedCents === file?.askedCents)
    report(name, `${id} waits for money, at the bank it is ${file?.state}`);
}

/** A bank may say what it was asked to give up, by callback or when it is looked at after a crash, before our own record does: an expiry by hand then ends as failed. */
function checkExpiry(world: EscrowWorld, { state, states }: EscrowAnswer, report: EscrowReport): void {
  const { status, expiresAt, failureCode, funding, id } = state;
  const expiryMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const failedAtMs = states.find((each) => each.state.failureCode === "canceled")?.atMs ?? 0;
  const isGivenUp = world.bank.files.get(funding?.railRef ?? "")?.isGivenUp === true;
  const mayFail = isGivenUp && failedAtMs < expiryMs;
  const isLate = status === "awaiting_funds" && expiryMs + 3_600_000 < world.scheduler.nowMs;
  if (isLate || (failureCode === "canceled" && !mayFail))
    report("what never came ends at its expiry", `${id} is ${status} ${failureCode}, its expiry ${expiresAt}`);
}

/** Nothing is half done: every escrow has ended, waits for its tenant, or for a bank that has not decided. */
export function checkEscrowRest(world: EscrowWorld, seen: SeenEscrows, report: EscrowReport): void {
  for (const { callback, isSure, taken } of world.railLine.calls)
    if (isSure && !taken) report(name, `${callback.events[0]?.kind} for ${callback.railRef} was never taken`);
  for (const response of seen.escrows) {
    checkPayout(world, response, report);
    checkLeftRest(response, report);
    checkFunding(world, response, report);
    checkReturn(world, response, report);
    checkExpiry(world, response, report);
  }
  const intents = new Map(seen.escrows.map(({ state }) => [state.id, state.intent]));
  for (const { name: machine, status, state, failure } of world.machines.executions.values()) {
    if (status === "failed") report(name, `machine ${machine} failed: ${failure}`);
    if (status === "running" && !intents.get(machine.slice(0, machine.lastIndexOf("-"))))
      report(name, `machine ${machine} waits at ${state} for no payout`);
  }
}

const keyName = "one execution a key, and everyone has an answer";

/** Whose call it is, and under which key. */
export function scopeOf({ tenantId, command, key }: EscrowCall): string {
  return `${tenantId} ${command.op} ${key}`;
}

/** Everyone has an answer, the same for the same key, about the escrow that they meant; a reference is one escrow's. */
export function checkEscrowKeys(world: EscrowWorld, seen: SeenEscrows, report: EscrowReport): void {
  const isKept = (kind: string) => kind === "result" || world.happened["forgotten rows"] === 0;
  checkAnswers(world.clients, scopeOf, (detail) => report(keyName, detail), isKept);
  for (const { call, response, refusal } of world.clients.all) {
    const result = response?.outcome.kind === "result" ? response.outcome.result : undefined;
    const { reference = call.reference } = (result ?? {}) as { reference?: string };
    if (reference !== call.reference) report(keyName, `${scopeOf(call)} is answered about ${reference}`);
    if ((refusal?.code as string) === "internal") report(keyName, `${scopeOf(call)}: ${refusal?.message}`);
  }
  const references = seen.escrows.map(({ state }) => `${state.tenantId} ${state.reference}`);
  if (new Set(references).size < references.length) report(keyName, "two escrows have one reference");
  for (const { asked: input } of world.bank.payouts.values())
    if (!seen.escrows.some(({ state }) => state.id === partsOfKey(input.key).escrowId))
      report(keyName, `${input.key} is nobody's`);
}

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

function checkEvents({ state, entries, states }: EscrowAnswer, report: EscrowReport): void {
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
  if (blocked !== changes) report(name, `${state.id}: told ${blocked} times of ${changes} changes of what is unmet`);
}

/** Histories: gap-free, chained, along the table, with the events that follow from them. */
export function checkEscrowHistories(seen: SeenEscrows, report: EscrowReport): void {
  for (const response of seen.escrows) {
    checkTrail(response, graph, (detail) => report(historyName, detail));
    checkEvents(response, report);
  }
}

import type { Outcome } from "../../../functions/app/core/idempotency-claim.ts";
import { partsOfKey } from "../../support/world/escrow-bank.ts";
import { type EscrowAsker, isKeyed } from "../../support/world/escrow-call.ts";
import type { EscrowWorld } from "../../support/world/escrow-world.ts";
import type { EscrowReport } from "./findings.ts";
import type { SeenEscrows, ToldEscrow } from "./seen.ts";

const name = "nothing is stuck";

/** A payout that is still in flight waits for a bank that has it and has not decided. */
function checkPayout(world: EscrowWorld, { state, row }: ToldEscrow, report: EscrowReport): void {
  const { intent, waiting, id } = state;
  if (!intent) return;
  const payout = world.bank.payouts.get(intent.key);
  const listens = waiting !== null && world.machines.waitsFor(waiting.token);
  if (payout?.state !== "pending")
    report(name, `${intent.key} is in flight, at the bank it is ${payout?.state}`);
  if (!listens && !row.index?.due) report(name, `${id}: nobody will look at ${intent.key} again`);
  if (!row.index?.review) report(name, `${id}: ${intent.key} is in no queue`);
}

function checkFunding(world: EscrowWorld, { state, row }: ToldEscrow, report: EscrowReport): void {
  const { status, funding, unappliedCents, id } = state;
  if (unappliedCents > 0 && status !== "awaiting_funds" && !row.index?.review)
    report(name, `${id} is ${status} with ${unappliedCents} that nobody is shown`);
  if (status === "failed" && state.heldCents > 0 && !row.index?.review)
    report(name, `${id} failed, holds ${state.heldCents}, and nobody is shown`);
  if (status === "release_pending" && !row.index?.review) report(name, `${id} is blocked in no queue`);
  if (status !== "awaiting_funds" || funding === null || funding.cancelledAt !== null) return;
  const file = [...world.bank.files.values()].find(({ reference }) => reference === id);
  if (!row.index?.due) report(name, `${id} waits for money, and nobody will look again`);
  if (!row.index?.review) report(name, `${id} waits for money in no queue`);
  if (file?.state !== "waits" && file?.receivedCents === file?.askedCents)
    report(name, `${id} waits for money, at the bank it is ${file?.state}`);
}

/** A bank that tells by callback what it was asked to give up may say so before our own record does: an expiry by hand then ends as failed. */
function checkExpiry(world: EscrowWorld, { state, states }: ToldEscrow, report: EscrowReport): void {
  const { status, expiresAt, failureCode, id } = state;
  const expiryMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
  const failedAtMs = states.find((each) => each.state.failureCode === "canceled")?.atMs ?? 0;
  const mayFail = world.bank.tellsCancelled && failedAtMs < expiryMs;
  const isLate = status === "awaiting_funds" && expiryMs + 3_600_000 < world.scheduler.nowMs;
  if (isLate || (failureCode === "canceled" && !mayFail))
    report(
      "what never came ends at its expiry",
      `${id} is ${status} ${failureCode}, its expiry ${expiresAt}`,
    );
}

/** Nothing is half done: no claim runs, no entry waits, every escrow has ended, waits for its tenant, or for a bank that has not decided. */
export function checkEscrowRest(world: EscrowWorld, seen: SeenEscrows, report: EscrowReport): void {
  for (const { key, body } of seen.claims) if (body.status === "running") report(name, `${key} still runs`);
  for (const { pk, sk } of seen.pending) report(name, `${pk} ${sk} is not handed on`);
  for (const { callback, isSure, taken } of world.calls)
    if (isSure && !taken) report(name, `${callback.events[0]?.kind} for ${callback.railRef} was never taken`);
  for (const told of seen.escrows) {
    checkPayout(world, told, report);
    checkFunding(world, told, report);
    checkExpiry(world, told, report);
  }
  const intents = new Map(seen.escrows.map(({ state }) => [state.id, state.intent]));
  for (const { name: machine, status, state, failure } of world.machines.executions.values()) {
    if (status === "failed") report(name, `machine ${machine} failed: ${failure}`);
    if (status === "running" && !intents.get(machine.slice(0, machine.lastIndexOf("-"))))
      report(name, `machine ${machine} waits at ${state} for no payout`);
  }
}

const keyName = "one execution a key, and everyone has an answer";

function resultOf({ told }: EscrowAsker): { id: string; reference: string } | undefined {
  return told?.outcome.kind === "result"
    ? (told.outcome.result as { id: string; reference: string })
    : undefined;
}

/** Everyone was told, the same for the same key, of the escrow that they meant; a reference is one escrow's. */
export function checkEscrowKeys(world: EscrowWorld, seen: SeenEscrows, report: EscrowReport): void {
  const byKey = new Map<string, string>();
  for (const asker of world.askers) {
    const { call, isDone, told, refusal } = asker;
    const scope = `${call.tenantId} ${call.words.op} ${call.key}`;
    if (!isDone) report(keyName, `${scope} has no answer`);
    const result = resultOf(asker);
    if (result && result.reference !== call.reference)
      report(keyName, `${scope} was told of ${result.reference}`);
    if (told && isKeyed(call)) {
      const outcome = JSON.stringify(told.outcome);
      if ((byKey.get(scope) ?? outcome) !== outcome) report(keyName, `${scope} was told two things`);
      byKey.set(scope, outcome);
    }
    if (refusal && (refusal.code as string) === "internal") report(keyName, `${scope}: ${refusal.message}`);
  }
  const references = seen.escrows.map(({ state }) => `${state.tenantId} ${state.reference}`);
  if (new Set(references).size < references.length) report(keyName, "two escrows have one reference");
  for (const { asked } of world.bank.payouts.values())
    if (!seen.escrows.some(({ state }) => state.id === partsOfKey(asked.key).escrowId))
      report(keyName, `${asked.key} is nobody's`);
}

/** Asks everything again with its key: the same comes back, and nothing is written. */
export async function checkEscrowReplays(world: EscrowWorld, report: EscrowReport): Promise<void> {
  const replayName = "a replay is identical and writes nothing";
  const { commits } = world.book;
  const first = [...world.askers];
  const again = first.flatMap(({ told, call }) =>
    told ? [{ before: said(told.outcome), asker: world.submit(call) }] : [],
  );
  await world.scheduler.settle();
  for (const { before, asker } of again)
    if (!asker.told?.replayed || said(asker.told.outcome) !== before)
      report(replayName, `${asker.call.words.op} ${asker.call.key}`);
  if (world.book.commits !== commits) report(replayName, `${world.book.commits - commits} writes`);
  world.askers.length = first.length;
}

function said(outcome: Outcome): string {
  return JSON.stringify(outcome);
}

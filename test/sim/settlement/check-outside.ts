import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { suspensionsOf } from "../../support/world/settlement/operators.ts";
import { isReserveKey, settlementOfKey } from "../../support/world/settlement/vendors.ts";
import type { World } from "../../support/world/settlement/world.ts";
import type { Response } from "../core/checks.ts";
import { hasFrozenMark } from "../core/frozen.ts";
import { windowEnd } from "./check-terms.ts";
import type { Report } from "./invariants.ts";
import type { SettlementObservations } from "./seen.ts";

/** How old a pass may be when money moves by it, and a minute for who was at it already. */
export const passMs = 960_000;

function accepted<A, R>(effects: ReadonlyMap<string, { asked: A; answer: R; atMs: number }>) {
  return [...effects.values()].filter(
    ({ answer }) => typeof answer === "object" && answer !== null && !("refused" in answer),
  );
}

/** What was done outside: once each, under our own keys. */
export function checkEffects(world: World, seen: SettlementObservations, report: Report): void {
  const { vendors } = world;
  const known = new Set(seen.settlements.map(({ state }) => state.id));
  for (const effects of [vendors.collections, vendors.conversions, vendors.payouts]) {
    const done = new Map<string, number>();
    for (const { asked: input } of accepted<{ key: string }, unknown>(effects)) {
      const subject = settlementOfKey(input.key);
      if (!known.has(subject)) report("outside keys are ours", `${input.key} names no settlement`);
      const purpose = isReserveKey(input.key) ? `${subject}, its reserve` : subject;
      done.set(purpose, (done.get(purpose) ?? 0) + 1);
    }
    for (const [subject, times] of done)
      if (times > 1) report("at most one collection, conversion and payout a settlement", `${subject}: ${times} times`);
  }
  for (const { asked: input } of vendors.collections.values()) {
    const [subject] = input.reference.split(".");
    if (subject !== settlementOfKey(input.key)) report("outside keys are ours", `${input.key} collects for ${subject}`);
  }
  for (const key of vendors.conflicts) report("outside keys are ours", `${key} came with other words`);
}

/** A payout that was refused because the coin's issuer has frozen the wallet is the last of its purpose, and its settlement or reserve is held. */
export function checkFrozen(world: World, seen: SettlementObservations, report: Report): void {
  const name = "what is frozen is never ordered again";
  const payouts = [...world.vendors.payouts.values()];
  for (const { asked, answer, atMs } of payouts) {
    if (!("refused" in answer) || answer.refused.code !== "frozen_by_issuer") continue;
    const purpose = (key: string) => key.split(":").slice(0, 2).join(":");
    const later = payouts.find(
      (each) => each.asked.key !== asked.key && each.atMs >= atMs && purpose(each.asked.key) === purpose(asked.key),
    );
    if (later) report(name, `${asked.key} was refused, and ordered as ${later.asked.key}`);
    const state = seen.settlements.find(({ state: { id } }) => id === settlementOfKey(asked.key))?.state;
    const isKept = isReserveKey(asked.key)
      ? state?.reserve?.frozenAt !== undefined && state.reserve.status !== "released"
      : state?.status === "failed";
    if (!isKept) report(name, `${asked.key} was refused, and its settlement is ${state?.status}`);
    if (isKept && state && !hasFrozenMark(world.store.rows(), state.tenantId, asked.wallet))
      report(name, `${asked.key} was refused, and its tenant has no mark of ${asked.wallet}`);
  }
}

/** The passes that the provider really gave for a settlement after its collection, by when it gave them last. */
export function passes(world: World, response: Response<Settlement>): number[] {
  const { state, entries } = response;
  const collectedAt = entries.find(({ to }) => to === "screening")?.at;
  const { screens, readings } = world.vendors;
  return [...screens.values(), ...readings.values()].flatMap(({ asked: input, answer, lastMs }) => {
    const stage = `${state.id}:disbursement:`;
    const passed = answer.status === "complete" && answer.action === "allow";
    const round = Number(input.key.slice(stage.length));
    const recorded = state.screens.some(
      (each) => each.stage === "disbursement" && each.round === round && each.outcome === "pass",
    );
    const after = collectedAt !== undefined && lastMs >= Date.parse(collectedAt) - world.clockSlackMs;
    return input.key.startsWith(stage) && passed && recorded && after ? [lastMs] : [];
  });
}

/** When the provider passed the wallet for a reserve's payout: it has screens of its own, and who comes second may ask for one again after the first has paid. */
export function reservePasses(world: World, { state: { reserve } }: Response<Settlement>): number[] {
  return [...world.vendors.screens.values()].flatMap(({ asked: input, answer, atMs, lastMs }) =>
    reserve && input.key.startsWith(`${reserve.id}:`) && answer.action === "allow" ? [atMs, lastMs] : [],
  );
}

/** No money moves but after a pass that was bought, recorded, and still fresh when the vendor was asked. */
export function checkGate(world: World, seen: SettlementObservations, report: Report): void {
  const { conversions, payouts } = world.vendors;
  const response = new Map(seen.settlements.map((each) => [each.state.id, each]));
  const reserves = new Map(
    seen.settlements.flatMap(({ state: { reserve } }) => (reserve ? [[reserve.id, reserve] as const] : [])),
  );
  for (const { asked: input, atMs } of [...conversions.values(), ...payouts.values()]) {
    const subject = response.get(settlementOfKey(input.key));
    const pass = isReserveKey(input.key) ? reservePasses : passes;
    const good = subject ? pass(world, subject) : [];
    if (!good.some((at) => at <= atMs && (world.zombies || atMs - at <= passMs)))
      report("no conversion or payout without a passing screen after collection", input.key);
  }
  for (const [key, { asked: input }] of world.vendors.screens) {
    if (!key.startsWith("stl_") && !reserves.has(settlementOfKey(key))) continue;
    const settlement = response.get(settlementOfKey(key))?.state;
    // A reserve's are counted before they are bought.
    const counted = reserves.get(settlementOfKey(key))?.screens;
    if (counted !== undefined) {
      if (Number(key.split(":")[2]) > counted) report("no screen is bought twice", `${key}: ${counted} counted`);
      continue;
    }
    const pending = settlement && wasPending(settlement, Number(key.split(":")[2]));
    if (input.stage === "disbursement" && pending)
      report("no screen is bought twice", `${key}: ${pending} was still to be read`);
    const rounds = settlement?.screens.filter(({ stage }) => stage === input.stage).length ?? 1;
    // One may have been bought by a process that died before it could record the answer.
    if (Number(key.split(":")[2]) > rounds + 1) report("no screen is bought twice", `${key}: ${rounds} recorded`);
  }
}

/** The screen that was on record as pending before a round, while nothing but it was waited for. */
function wasPending({ screens, creditHold, screenGivenUp }: Settlement, round: number): string | null {
  const before = screens.filter((each) => each.stage === "disbursement" && each.round < round);
  const last = before.filter(({ outcome }) => outcome !== "unavailable").at(-1);
  const isWaitedFor = creditHold === null && screenGivenUp === undefined && last?.outcome === "pending";
  return isWaitedFor ? last.ref : null;
}

/** A payout whose proof we were told is on the record, whatever became of the settlement. */
export function checkProofs(world: World, seen: SettlementObservations, report: Report): void {
  const reports = new Set(world.vendors.heard.flatMap(({ key, process }) => (process?.done ? [key] : [])));
  const hashes = new Map<string, string | null>();
  for (const { asked: input, answer } of world.vendors.payouts.values())
    if ("txHash" in answer && !isReserveKey(input.key)) hashes.set(settlementOfKey(input.key), answer.txHash);
  for (const { state } of seen.settlements) {
    if (state.status === "completed" && !/^0x[0-9a-f]{40}([0-9a-f]{24})?$/.test(state.txHash))
      report("completed has the rail's hash", `${state.id}: "${state.txHash}"`);
    if (state.status === "declined" && hashes.has(state.id))
      report("a payout that was made is no failure", `${state.id} is declined`);
    const response = hashes.get(state.id) != null && reports.has(`${state.id}:payout:1`);
    const called = world.railLine.calls.some(
      ({ taken, callback: { events, railRef } }) =>
        taken && events[0]?.kind === "payment_processed" && railRef === state.payment.railRef,
    );
    if ((response || called) && state.txHash === null)
      report("a payout that was told is on the record", `${state.id} is ${state.status}`);
  }
}

/** When the look at programs, which finds the ratios in order, has reinstated a tenant's credit by itself. */
function reinstatedAt(world: World, tenantId: string): number[] {
  return world.store.rows().flatMap(({ pk, type, body }) => {
    if (type !== "entry" || pk !== tenantId) return [];
    const { actor, reason, at } = body as Entry;
    return actor === "system:programs" && reason.startsWith("credit good") ? [Date.parse(at)] : [];
  });
}

/** Nothing is converted before its return window is over while its tenant's credit has been suspended ever since it was collected. */
export function checkHolds(world: World, seen: SettlementObservations, report: Report): void {
  const suspensions = suspensionsOf(world);
  for (const { state, entries } of suspensions.length === 0 ? [] : seen.settlements) {
    const collectedAt = entries.find(({ from, to }) => from !== to && to === "screening")?.at;
    const startedAt = entries.find(({ from, to }) => from !== to && to === "converting")?.at;
    if (!state.keepsReserve || collectedAt === undefined || startedAt === undefined) continue;
    // A wrong amount goes on when operators accept it; its payer's bank counts from when it came.
    const until = windowEnd(state.payment, state.payment.receivedAt ?? collectedAt);
    const throughout = suspensions.some(
      ({ tenantId, fromMs, toMs }) =>
        tenantId === state.tenantId &&
        fromMs <= Date.parse(collectedAt) - world.clockSlackMs &&
        toMs >= Date.parse(startedAt) + world.clockSlackMs &&
        !reinstatedAt(world, tenantId).some((ms) => fromMs <= ms && ms <= Date.parse(startedAt)),
    );
    if (throughout && startedAt < until)
      report(
        "suspended credit waits for the end of the return window",
        `${state.id}: converted ${startedAt}, not ${until}`,
      );
  }
}

import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { addBankingDays, addCalendarDays, easternDate } from "../../../functions/domain/core/banking-day.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { timeFault } from "../core/checks.ts";
import type { Report } from "./invariants.ts";
import type { SettlementObservations } from "./seen.ts";

const dayMs = 86_400_000;

/** When a payment's money cannot be taken back any more, by the rules as they were written down a second time. */
export function windowEnd({ source, holderType }: Settlement["payment"], receivedAt: string): string {
  const isBusiness = source === "ach" && holderType === "business";
  const isConsumer = source === "ach" && !isBusiness;
  const settledOn = addCalendarDays(easternDate(receivedAt), isConsumer ? 60 : 0);
  const lastDay = addBankingDays(settledOn, isConsumer ? 1 : isBusiness ? 3 : 5);
  return `${addCalendarDays(lastDay, 1)}T05:00:00.000Z`;
}

function halfUp(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints + 5_000) / 10_000);
}

function splitBy(rule: FeeRule, { fiatInCents, keepsReserve, reserveRaisedBy }: Settlement): readonly number[] {
  const { bps, fixedCents, minCents, maxCents, reserveBps } = rule;
  const raw = Math.max(minCents, halfUp(fiatInCents, bps) + fixedCents);
  const feeCents = Math.min(fiatInCents, maxCents ?? raw, raw);
  const keptBps = reserveRaisedBy === null ? reserveBps : Math.max(reserveBps, 1_000);
  const reserveCents = keepsReserve ? halfUp(fiatInCents - feeCents, keptBps) : 0;
  return [feeCents, reserveCents, fiatInCents - feeCents - reserveCents];
}

function checkSplit(state: Settlement, rules: readonly FeeRule[], report: Report): void {
  const rule = rules.find(({ id }) => id === state.feeRuleId);
  if (!rule) return;
  const should = splitBy(rule, state).join();
  const is = [state.feeCents, state.reserveCents, state.netCents].join();
  if (is !== should) report("the split is what the fee rule says", `${state.id}: ${is}, not ${should}`);
}

/** A reserve is due once its rule's days and its return window are over, and is ordered no sooner. */
function checkReserveDay({ id, reserve, reserveDays, payment }: Settlement, report: Report): void {
  if (!reserve || payment.receivedAt === null) return;
  const byRule = new Date(Date.parse(payment.receivedAt) + reserveDays * dayMs).toISOString();
  const byRail = windowEnd(payment, payment.receivedAt);
  const due = byRule > byRail ? byRule : byRail;
  const { releaseAt, orderedAt } = reserve;
  const name = "a reserve goes no sooner than its day";
  if (releaseAt < due) report(name, `${id}: ${releaseAt}, not ${due}`);
  if (orderedAt !== null && orderedAt < byRail) report(name, `${id}: ordered ${orderedAt}, its window ends ${byRail}`);
}

const silent = /^screen (unavailable|pending), round \d+$/;
const renewed = /^(on hold until|goes on to its screen)/;

/** A screen is asked about for 24 hours, by rounds that rise, and no longer. */
function checkScreens({ id, screens }: Settlement, entries: readonly Entry[], report: Report): void {
  let since: string | undefined;
  for (const { reason, at } of entries) {
    if (!silent.test(reason)) {
      if (renewed.test(reason) || reason.startsWith("screen passed")) since = undefined;
      continue;
    }
    since ??= at;
    if (Date.parse(at) - Date.parse(since) >= dayMs)
      report("a screen without an answer for 24 hours is a decline", `${id}: asked since ${since}, still at ${at}`);
  }
  const rounds = screens.filter(({ stage, source }) => stage === "disbursement" && source === undefined);
  for (const [place, { round }] of rounds.entries())
    if (round <= (rounds[place - 1]?.round ?? 0))
      report("a screen is recorded once, by its round", `${id}: ${rounds.map((each) => each.round).join()}`);
}

const ordersReturn = / cents to be sent back by the rail /;
const endsReturn = /(did not send the money back|not sent back|sent back to the payer|^sent .* back by the rail)/;

/** What is to be sent back is counted as collected only once the rail has refused to send it. */
function checkSendBack({ id }: Settlement, entries: readonly Entry[], report: Report): void {
  let isOnItsWay = false;
  for (const { from, to, reason, at } of entries) {
    if (ordersReturn.test(reason)) isOnItsWay = true;
    else if (endsReturn.test(reason)) isOnItsWay = false;
    else if (isOnItsWay && from !== to && to === "screening")
      report("money on its way back is not collected", `${id}: collected at ${at}`);
  }
}

/** What the provider said before a settlement was collected; where operators applied late money to it, before that, under their approval's key. */
function firstScreen({ vendors: { screens } }: World, { id, appliedFrom, screens: [recorded] }: Settlement) {
  if (!appliedFrom) return screens.get(`${id}:collection:1`)?.answer;
  const bought = [...screens].filter(([key, { answer }]) => key.startsWith("apr_") && answer.ref === recorded?.ref);
  return bought.at(-1)?.[1].answer;
}

/** Terms: what a payment was divided by, when its reserve goes, and how long its screens are asked for. */
export function checkTerms(world: World, seen: SettlementObservations, report: Report): void {
  for (const { state, entries } of seen.settlements) {
    checkSplit(state, seen.rules, report);
    checkReserveDay(state, report);
    checkScreens(state, entries, report);
    checkSendBack(state, entries, report);
    const time = timeFault(entries);
    if (time) report("a trail never goes back in time", `${state.id}: ${time}`);
    const first = firstScreen(world, state);
    if (first?.status !== "complete" || first.action !== "allow")
      report("nothing is collected without a pass of the wallet", `${state.id}: ${first?.action ?? "no screen"}`);
  }
}

import type { DisputeCase } from "../../functions/domain/dispute-case.ts";
import type { Settlement } from "../../functions/domain/settlement.ts";
import type { DisputeWorld } from "../support/world/dispute-world.ts";
import { settlementOfKey } from "../support/world/vendors.ts";
import type { DisputeReport } from "./dispute-findings.ts";
import type { SeenDisputes } from "./dispute-seen.ts";
import type { Told } from "./trail.ts";

const listName = "a payment's disputes are its open cases, at most one";
const guardName = "no payment is refunded that was or will be taken back";
const onceName = "the rail is told once, and money goes back once";

const openWords: readonly string[] = ["open", "gathering", "submitted"];
const lossWords: readonly string[] = ["lost", "accepted", "expired"];

/** How each run of a case ended, in order. */
function endsOf({ entries }: Told<DisputeCase>): string[] {
  return entries.flatMap(({ from, to }) =>
    from !== null && openWords.includes(from) && !openWords.includes(to) ? [to] : [],
  );
}

function checkList(told: Told<Settlement>, cases: readonly Told<DisputeCase>[], report: DisputeReport): void {
  const { id, disputes, payment } = told.state;
  const open = cases.filter(
    ({ state }) => state.paymentId === payment.id && openWords.includes(state.status),
  );
  const ids = open.map(({ state }) => state.id).toSorted();
  if (ids.length > 1 || ids.join() !== [...disputes].toSorted().join())
    report(listName, `${id} lists ${disputes.join() || "nothing"}, open is ${ids.join() || "nothing"}`);
}

/** Walks a payment's trail: what speaks against a refund at each moment, and whether one was begun all the same. */
function checkGuard(
  told: Told<Settlement>,
  cases: readonly Told<DisputeCase>[],
  report: DisputeReport,
): void {
  const { id } = told.state;
  const ends = new Map(cases.map((each) => [each.state.id, endsOf(each)]));
  const open = new Set<string>();
  const lost = new Set<string>();
  let against = "";
  for (const { reason } of told.entries) {
    const [, begun] = /^its payment is disputed by (\S+)$/.exec(reason) ?? [];
    const [, ended] = /^its dispute (\S+) has ended$/.exec(reason) ?? [];
    if (begun !== undefined) {
      open.add(begun);
      lost.delete(begun);
      if (open.size > 1) report(listName, `${id} had ${[...open].join(" and ")} at once`);
    }
    if (ended !== undefined) {
      open.delete(ended);
      if (lossWords.includes(ends.get(ended)?.shift() ?? "")) lost.add(ended);
    }
    if (reason.startsWith("payment returned")) against = "the payer's bank took it back";
    if (reason.startsWith("the card network gave")) against = "the network gave it back";
    if (reason.startsWith("the rail did not send") && against === "it is refunded") against = "";
    if (!/^\d+ cents to be sent back by the rail \(refund: /.test(reason)) continue;
    const why = [...open, ...lost].join(" and ") || against;
    if (why !== "") report(guardName, `${id}: ${reason}, while ${why}`);
    against = "it is refunded";
  }
}

function checkRail(world: DisputeWorld, { state, entries }: Told<Settlement>, report: DisputeReport): void {
  const { vendors } = world.world;
  const { id, fiatInCents, reconBreaks } = state;
  const told = [...vendors.returns.values()].filter(({ asked }) => settlementOfKey(asked.key) === id);
  const went = told.filter(({ answer }) => !("refused" in answer));
  const orders = entries.filter(({ reason }) => / cents to be sent back by the rail /.test(reason)).length;
  if (told.length > orders || went.length > 1)
    report(onceName, `${id}: ${orders} orders, the rail was told ${told.length}, ${went.length} went`);
  for (const { asked } of went)
    if (asked.amountCents !== fiatInCents) report(onceName, `${asked.key}: ${asked.amountCents} cents went`);
  const returned = entries.filter(({ reason }) => reason.startsWith("payment returned")).length;
  let clearingCents = 0;
  for (const { postings, seq } of entries) {
    if (postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
      report(onceName, `${id} entry ${seq} is not balanced`);
    for (const { account, amountCents } of postings)
      if (account === "rail_clearing") clearingCents += amountCents;
  }
  const expected = fiatInCents * (1 - went.length - returned);
  // An order that the payer's bank overtook before the rail had answered is a break in the queue.
  const isUnknown = reconBreaks.some(({ kind }) => kind === "return_unknown");
  if ((clearingCents !== expected && !isUnknown) || returned > 1)
    report(
      onceName,
      `${id}: ${clearingCents} by the ledger, ${went.length} went back, ${returned} were taken back`,
    );
}

const dispute = /^its (payment is disputed|dispute \S+ has ended)|^the card network gave /;

/** Money: which payments may go back, that they go once, and that nothing else about disputes moves any. */
export function checkDisputeMoney(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  for (const told of seen.settlements) {
    const cases = seen.cases.filter(({ state }) => state.paymentId === told.state.payment.id);
    checkList(told, cases, report);
    checkGuard(told, cases, report);
    checkRail(world, told, report);
    for (const { reason, postings, seq } of told.entries)
      if (postings.length > 0 && dispute.test(reason))
        report("alerts and cases post nothing", `${told.state.id} entry ${seq}: ${reason}`);
  }
  for (const { state, entries } of [...seen.alerts, ...seen.cases])
    if (entries.some(({ postings }) => postings.length > 0))
      report("alerts and cases post nothing", state.id);
  for (const key of world.world.vendors.conflicts) report(onceName, `${key} came with other words`);
  for (const { state } of seen.alerts) {
    if (state.refund?.by !== "service") continue;
    const orders = seen.settlements.flatMap(({ entries }) =>
      entries.filter(({ reason }) =>
        reason.endsWith(`to be sent back by the rail (refund: alert ${state.id})`),
      ),
    );
    if (orders.length !== 1) report(onceName, `${state.id} is refunded, by ${orders.length} orders`);
  }
}

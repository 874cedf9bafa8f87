import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { DisputeWorld } from "../../support/world/disputes/world.ts";
import { settlementOfKey } from "../../support/world/settlement/vendors.ts";
import type { Response } from "../core/checks.ts";
import type { DisputeReport } from "./invariants.ts";
import type { SeenDisputes } from "./seen.ts";

const listName = "a payment's disputes are its open cases, at most one";
const guardName = "no payment is refunded that was or will be taken back";
const onceName = "the rail is told once, and money goes back once";

const openText: readonly string[] = ["open", "gathering", "submitted"];
const lossWords: readonly string[] = ["lost", "accepted", "expired"];

function checkList(
  response: Response<Settlement>,
  cases: readonly Response<DisputeCase>[],
  report: DisputeReport,
): void {
  const { id, disputes, payment } = response.state;
  const open = cases.filter(({ state }) => state.paymentId === payment.id && openText.includes(state.status));
  const ids = open.map(({ state }) => state.id).toSorted();
  if (ids.length > 1 || ids.join() !== [...disputes].toSorted().join())
    report(listName, `${id} lists ${disputes.join() || "nothing"}, open is ${ids.join() || "nothing"}`);
}

/** What the alerts and cases about a payment say against a refund of it, entry by entry. */
class Against {
  readonly open = new Set<string>();
  readonly #lost = new Set<string>();
  readonly #bound = new Set<string>();
  readonly #mirrored = new Set<string>();

  hear({ aggregateId: id, aggregateType, to, events }: Entry): void {
    if (aggregateType === "case") this.#hearCase(id, to);
    else if (to === "auto_refunded") this.#mirrored.add(id);
    if (events.some(({ name }) => name === "alert.matched")) this.#bound.add(id);
  }

  #hearCase(id: string, to: string): void {
    if (openText.includes(to)) {
      this.open.add(id);
      this.#lost.delete(id);
      return;
    }
    this.open.delete(id);
    if (lossWords.includes(to)) this.#lost.add(id);
  }

  words(): string {
    if ([...this.#mirrored].some((id) => this.#bound.has(id))) return "the network gave it back";
    return [...this.open, ...this.#lost].join(" and ");
  }
}

/** Walks a payment's trail and those of what is about it: what speaks against a refund at each moment, and whether one was begun all the same. */
function checkGuard({ state }: Response<Settlement>, seen: SeenDisputes, report: DisputeReport): void {
  const { id, payment } = state;
  const about = new Set(
    [...seen.cases, ...seen.alerts].flatMap((each) => (each.state.paymentId === payment.id ? [each.state.id] : [])),
  );
  const disputes = new Against();
  let against = "";
  for (const entry of seen.written) {
    if (about.has(entry.aggregateId)) disputes.hear(entry);
    if (disputes.open.size > 1) report(listName, `${id} had ${[...disputes.open].join(" and ")} at once`);
    if (entry.aggregateId !== id) continue;
    const { reason } = entry;
    if (reason.startsWith("payment returned")) against = "the payer's bank took it back";
    if (reason.startsWith("the rail did not send") && against === "it is refunded") against = "";
    if (!/^\d+ cents to be sent back by the rail \(refund: /.test(reason)) continue;
    const why = disputes.words() || against;
    if (why !== "") report(guardName, `${id}: ${reason}, while ${why}`);
    against = "it is refunded";
  }
}

function checkRail(world: DisputeWorld, { state, entries }: Response<Settlement>, report: DisputeReport): void {
  const { vendors } = world;
  const { id, fiatInCents, reconBreaks } = state;
  const response = [...vendors.returns.values()].filter(({ asked: input }) => settlementOfKey(input.key) === id);
  const went = response.filter(({ answer }) => !("refused" in answer));
  const orders = entries.filter(({ reason }) => / cents to be sent back by the rail /.test(reason)).length;
  if (response.length > orders || went.length > 1)
    report(onceName, `${id}: ${orders} orders, the rail was told ${response.length}, ${went.length} went`);
  for (const { asked: input } of went)
    if (input.amountCents !== fiatInCents) report(onceName, `${input.key}: ${input.amountCents} cents went`);
  const returned = entries.filter(({ reason }) => reason.startsWith("payment returned")).length;
  let clearingCents = 0;
  for (const { postings, seq } of entries) {
    if (postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
      report(onceName, `${id} entry ${seq} is not balanced`);
    for (const { account, amountCents } of postings) if (account === "rail_clearing") clearingCents += amountCents;
  }
  const expected = fiatInCents * (1 - went.length - returned);
  // An order that the payer's bank overtook before the rail had answered is a break in the queue.
  const isUnknown = reconBreaks.some(({ kind }) => kind === "return_unknown");
  if ((clearingCents !== expected && !isUnknown) || returned > 1)
    report(onceName, `${id}: ${clearingCents} by the ledger, ${went.length} went back, ${returned} were taken back`);
}

/** Money: which payments may go back, that they go once, and that nothing else about disputes moves any. */
export function checkDisputeMoney(world: DisputeWorld, seen: SeenDisputes, report: DisputeReport): void {
  for (const response of seen.settlements) {
    const cases = seen.cases.filter(({ state }) => state.paymentId === response.state.payment.id);
    checkList(response, cases, report);
    checkGuard(response, seen, report);
    checkRail(world, response, report);
  }
  for (const { state, entries } of [...seen.alerts, ...seen.cases])
    if (entries.some(({ postings }) => postings.length > 0)) report("alerts and cases post nothing", state.id);
  for (const key of world.vendors.conflicts) report(onceName, `${key} came with other words`);
  for (const { state } of seen.alerts) {
    if (state.refund?.by !== "service") continue;
    const orders = seen.settlements.flatMap(({ entries }) =>
      entries.filter(({ reason }) => reason.endsWith(`to be sent back by the rail (refund: alert ${state.id})`)),
    );
    if (orders.length !== 1) report(onceName, `${state.id} is refunded, by ${orders.length} orders`);
  }
}

import type { LedgerAccount } from "../../../functions/domain/core/ledger.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import { imbalances, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { micros } from "../../support/vendor-sim/decimal.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { type Response, trailsIn } from "../core/checks.ts";
import type { Report } from "./invariants.ts";
import type { SettlementObservations } from "./seen.ts";

type Balances = Partial<Record<LedgerAccount, number>>;

const collectedStatuses: ReadonlySet<string> = new Set(["screening", "screened", "converting"]);

/** What each account must show of a settlement, by what its record says alone. */
function expectedBalances(response: Response<Settlement>): Balances {
  const { mismatchCents, payment, unappliedCents, sentBack } = response.state;
  const unapplied = (isGone(payment.status) ? 0 : (mismatchCents ?? 0)) + unappliedCents;
  // Sent back, and taken by the payer's bank as well.
  const lost = sentBack.reduce((sum, { lostCents = 0 }) => sum + lostCents, 0);
  const exchange = exchangeCents(response.state);
  const expected = appliedBalances(response);
  return {
    ...expected,
    fx_gain_loss: exchange,
    rail_clearing: (expected.rail_clearing ?? 0) + unapplied - lost - exchange,
    unapplied_receipts: -unapplied,
    return_shortfall: (expected.return_shortfall ?? 0) + lost,
  };
}

/** What sending money back took out of the rail's wallet beyond what it had bought, a dollar a unit. */
function exchangeCents({ bought, boughtCents, payment, sentBack }: Settlement): number {
  const wholeCents = BigInt(boughtCents ?? payment.receivedCents ?? 0);
  return sentBack.reduce((sum, { amountCents, cost }) => {
    if (cost === undefined || wholeCents === 0n) return sum;
    const share = (micros(bought ?? "0") * BigInt(amountCents)) / wholeCents;
    const more = Number(micros(cost) - share) / 10_000;
    return sum + Math.sign(more) * Math.round(Math.abs(more));
  }, 0);
}

function isGone(status: Settlement["payment"]["status"]): boolean {
  return status === "returned" || status === "refunded" || status === "canceled";
}

function reserveBalances({
  reserve,
  reserveCents,
}: Settlement): Required<Pick<Balances, "tenant_reserve" | "tenant_payable" | "rail_clearing">> {
  const left = reserveCents - (reserve?.usedCents ?? 0);
  return {
    tenant_reserve: reserve?.status === "held" ? -left : 0,
    tenant_payable: reserve?.status === "releasing" ? -left : 0,
    rail_clearing: reserve?.status === "released" ? -left : 0,
  };
}

function appliedBalances({ state, entries }: Response<Settlement>): Balances {
  const { fiatInCents: fiat, feeCents, reserveCents, netCents, payment } = state;
  const returned = payment.status === "returned";
  const collected = entries.some(({ to }) => to === "screening");
  const booked = { fee_income: -feeCents, tenant_reserve: -reserveCents };
  if (state.status === "completed") {
    const stored = { fee_income: -feeCents, ...reserveBalances(state) };
    const clearing = stored.rail_clearing - netCents;
    if (!returned) return { ...stored, rail_clearing: fiat + clearing };
    // A return uses up what is held before anything is short.
    const short = fiat - (state.reserve?.usedCents ?? 0);
    return { ...stored, return_shortfall: short, rail_clearing: clearing };
  }
  if (state.status === "settling") return { ...booked, rail_clearing: fiat, tenant_payable: -netCents };
  if (collectedStatuses.has(state.status)) return { rail_clearing: fiat, tenant_payable: -fiat };
  if (state.status === "created" || state.status === "collecting") return {};
  const late = state.reconBreaks.some(({ kind }) => kind === "funds_after_failure");
  const received = collected ? fiat : late ? (payment.receivedCents ?? 0) : 0;
  const held = isGone(payment.status) ? 0 : received;
  const paidOut = state.txHash === null ? 0 : netCents;
  return { rail_clearing: held - paidOut, tenant_payable: -held, payout_after_return: paidOut };
}

function balancesOf({ entries }: Response<Settlement>): Balances {
  const sums: Balances = {};
  for (const { postings } of entries)
    for (const { account, amountCents } of postings) sums[account] = (sums[account] ?? 0) + amountCents;
  return sums;
}

function text(balances: Balances): string {
  return Object.entries(balances)
    .filter(([, amountCents]) => amountCents !== 0)
    .map(([account, amountCents]) => `${account} ${amountCents}`)
    .sort()
    .join(", ");
}

/** Net in cents times a rate, truncated to six decimals: by whole numbers and in another way than the product's. */
function exactOut(netCents: number, rate: string): string {
  const [whole = "", fraction = ""] = rate.split(".");
  const units = BigInt(netCents) * BigInt(`${whole}${fraction.padEnd(18, "0")}`);
  const millionths = units / 10n ** 14n;
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`;
}

/** Money: how it divides, what the ledger says, and what was converted. */
export function checkSettlementMoney(seen: SettlementObservations, report: Report): void {
  for (const response of seen.settlements) {
    const { state, entries } = response;
    if (state.feeCents + state.reserveCents + state.netCents !== state.fiatInCents)
      report("money divides: fiat = fee + reserve + net", `${state.id} does not add up`);
    for (const { seq, postings } of entries)
      if (postings.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0)
        report("the ledger agrees with the record", `${state.id} entry ${seq} is not balanced`);
    const found = imbalances(state, ledgerOf(entries));
    if (found.length > 0)
      report("the ledger agrees with the record", `${state.id}: reconciliation finds ${found.join(", ")}`);
    const [is, should] = [text(balancesOf(response)), text(expectedBalances(response))];
    if (is !== should)
      report("the ledger agrees with the record", `${state.id} ${state.status}: is ${is}; should be ${should}`);
    if (state.usdtOut === null || state.fxRate === null) continue;
    const out = exactOut(state.netCents, state.fxRate);
    if (state.usdtOut !== out)
      report("usdtOut is net times rate, truncated, exact", `${state.id}: ${state.usdtOut}, not ${out}`);
  }
}

/** The rail's own books have all that our ledger says came. */
export function checkReceipts(world: World, seen: SettlementObservations, report: Report): void {
  for (const { state, entries } of seen.settlements) {
    const said = world.vendors.receivedCents(state.payment.railRef ?? "");
    if (said === undefined) continue;
    let came = 0;
    for (const { postings } of entries)
      for (const { account, amountCents } of postings)
        if (account === "rail_clearing" && amountCents > 0) came += amountCents;
    if (came > said) report("the ledger is the vendor's books", `${state.id}: ${came} came, the rail says ${said}`);
  }
}

/** Late money goes to one payment, whole, and leaves nothing behind; that names where it came from, and it alone, and is told of its return. */
export function checkLateMoney(world: World, { settlements }: SettlementObservations, report: Report): void {
  const name = "late money is applied once, whole, or sent back";
  const byId = new Map(settlements.map(({ state }) => [state.id, state]));
  for (const { state } of settlements) {
    const { id, appliedTo, appliedFrom, payment, sentBack, unappliedCents } = state;
    const named = settlements.filter((each) => each.state.appliedFrom?.settlementId === id);
    if (named.length !== (appliedTo ? 1 : 0)) report(name, `${id}: applied to ${named.length}`);
    const to = appliedTo && byId.get(appliedTo.settlementId);
    if (appliedTo && (to?.fiatInCents !== payment.receivedCents || to?.payment.railRef !== payment.railRef))
      report(name, `${id}: ${payment.receivedCents} came, ${to?.fiatInCents} was applied`);
    if (appliedTo && (unappliedCents > 0 || sentBack.length > 0 || payment.status !== "canceled"))
      report(name, `${id}: ${payment.status}, ${unappliedCents} left, ${sentBack.length} sent back`);
    const isTaken = world.railLine.calls.some(
      ({ taken, callback: { events, railRef } }) =>
        taken && events[0]?.kind === "returned" && railRef === payment.railRef,
    );
    if (to && isTaken && to.payment.status !== "returned") report(name, `${id}: returned, ${to.id} was not told`);
    if (appliedFrom && byId.get(appliedFrom.settlementId)?.appliedTo?.settlementId !== id)
      report(name, `${id}: ${appliedFrom.settlementId} knows nothing of it`);
  }
}

function statusBy(invoice: Invoice): Invoice["status"] {
  if (invoice.voidedAt !== null) return "void";
  if (invoice.amountPaidCents + invoice.creditedCents >= invoice.totalCents) return "paid";
  if (invoice.amountPaidCents > 0) return "partially_paid";
  return invoice.sentAt === null ? "draft" : "sent";
}

function checkVoid({ id, voidedAt }: Invoice, takenCents: number, report: Report): void {
  if (voidedAt !== null && takenCents > 0) report("a void invoice has no payment", `${id}: ${takenCents} taken`);
}

/** The credit notes of an invoice add up to what it was credited, are numbered without a gap, and leave room for its payments. */
function checkCredit(
  { creditNotes }: SettlementObservations,
  { id, number, totalCents, creditedCents }: Invoice,
  takenCents: number,
  report: Report,
): void {
  const name = "credit notes are what an invoice was credited, within its total";
  const notes = creditNotes.map(({ state }) => state).filter(({ invoiceId }) => invoiceId === id);
  const noted = notes.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (noted !== creditedCents) report(name, `${id}: credited ${creditedCents}, by notes ${noted}`);
  if (takenCents + noted > totalCents)
    report(name, `${id}: ${takenCents} taken and ${noted} credited of ${totalCents}`);
  const numbers = new Set(notes.map((note) => note.number));
  for (const at of notes.keys()) if (!numbers.has(`${number}-CN${at + 1}`)) report(name, `${id}: no note ${at + 1}`);
}

/** Invoices: what is paid and in flight is what the payments say, and within the total. */
export function checkInvoices(seen: SettlementObservations, report: Report): void {
  for (const { state } of seen.invoices) {
    let paid = 0;
    let inFlight = 0;
    for (const { state: settlement } of seen.settlements) {
      if (settlement.invoiceId !== state.id) continue;
      if (settlement.payment.status === "succeeded") paid += settlement.fiatInCents;
      if (settlement.payment.status === "processing") inFlight += settlement.fiatInCents;
    }
    const name = "an invoice counts its standing payments and never more than its total";
    if (state.amountPaidCents !== paid) report(name, `${state.id}: paid ${state.amountPaidCents}, not ${paid}`);
    if (state.amountProcessingCents !== inFlight)
      report(name, `${state.id}: ${state.amountProcessingCents} in flight, not ${inFlight}`);
    if (paid + inFlight > state.totalCents) report(name, `${state.id}: ${paid + inFlight} of ${state.totalCents}`);
    checkVoid(state, paid + inFlight, report);
    checkCredit(seen, state, paid + inFlight, report);
    if (state.status !== statusBy(state)) report(name, `${state.id}: ${state.status}, not ${statusBy(state)}`);
  }
}

/** Invoices: the payments that each shows are its settlements', as these are. */
export function checkShownPayments(seen: SettlementObservations, report: Report): void {
  for (const { state } of seen.invoices) {
    const own = seen.settlements.filter(({ state: settlement }) => settlement.invoiceId === state.id);
    const expected = own
      .map(({ state: { payment } }) => `${payment.id} ${payment.amountCents} ${payment.status}`)
      .sort();
    const shown = state.payments.map(({ id, amountCents, status }) => `${id} ${amountCents} ${status}`);
    if (shown.join() !== expected.join())
      report(
        "an invoice counts its standing payments and never more than its total",
        `${state.id}: ${shown.join()}, not ${expected.join()}`,
      );
  }
}

/** The tallies say what the histories say: a payment for each settlement whose money came, a debit for each that was pulled, a return for each that came back. */
export function checkCounts(world: World, seen: SettlementObservations, report: Report): void {
  const should = new Map<string, number>();
  const is = new Map<string, number>();
  const add = (to: Map<string, number>, what: string, more: number) => to.set(what, (to.get(what) ?? 0) + more);
  for (const { state, entries } of seen.settlements) {
    const pulled = state.payment.source === "ach";
    const collected = entries.some(({ from, to }) => from !== to && to === "screening");
    const pauses = entries.filter(({ reason }) => /^returned R\d\d, presented again/.test(reason)).length;
    const last = state.payment.status === "returned" ? 1 : 0;
    if (collected) add(should, `${state.tenantId} payments`, 1);
    if (!pulled) continue;
    add(should, `${state.tenantId} debits`, pauses + (collected ? 1 : last));
    add(should, `${state.tenantId} returns`, pauses + last);
  }
  const rows = world.store.rows();
  for (const { state, entries } of trailsIn(rows)<{ tenantId: string }>("escrow"))
    if (entries.some(({ from, to }) => from !== to && to === "funded")) add(should, `${state.tenantId} payments`, 1);
  for (const { type, body } of rows) {
    if (type !== "tally") continue;
    const { tenantId, days } = body as { tenantId: string; days: Record<string, Record<string, number>> };
    for (const [what, howMany] of Object.values(days).flatMap((day) => Object.entries(day))) {
      const kind = what.startsWith("returns") ? "returns" : what;
      if (["payments", "debits", "returns"].includes(kind)) add(is, `${tenantId} ${kind}`, howMany);
    }
  }
  for (const what of new Set([...should.keys(), ...is.keys()]))
    if ((should.get(what) ?? 0) !== (is.get(what) ?? 0))
      report(
        "what is collected or returned is counted once",
        `${what}: ${is.get(what) ?? 0}, not ${should.get(what) ?? 0}`,
      );
}

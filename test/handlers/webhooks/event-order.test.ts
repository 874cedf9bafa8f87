import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { entriesIn, loadAggregate, type RecordType } from "../../../functions/app/core/aggregate.ts";
import type { Row, Write } from "../../../functions/app/core/ports.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { issueInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { type FramedEvent, framedEvents } from "../../../functions/app/webhooks/event-data.ts";
import { eventSubjectOf } from "../../../functions/domain/core/event.ts";
import { summarizeAlert } from "../../../functions/domain/disputes/alert-view.ts";
import { viewCaseSummary } from "../../../functions/domain/disputes/case-view.ts";
import { viewEscrow } from "../../../functions/domain/escrow/view.ts";
import { viewInvoice } from "../../../functions/domain/invoicing/view.ts";
import { viewReserve } from "../../../functions/domain/settlement/reserve-view.ts";
import { viewSettlement } from "../../../functions/domain/settlement/view.ts";
import type { MemoryStore } from "../../support/core/memory-store.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { deliver } from "../../support/settlement/reserve-api.ts";

const runs = 10_000;
const publicUrl = "https://api.test";
const events: FramedEvent[] = [];
/** What GET showed of each thing when its last event was told. */
const truth = new Map<string, unknown>();

const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));
const without = (value: object, ...hidden: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.includes(name)));

function stateIn<S>(kind: RecordType<S>, rows: readonly Row[], id: string): S {
  const found = rows.map((row) => loadAggregate(kind, row)?.state).find((state) => state && kind.id(state) === id);
  if (!found) throw new Error(`no ${kind.type} ${id} in the transaction`);
  return found;
}

/** What GET shows, from the row that a transaction wrote. */
function shownBy(subject: string, rows: readonly Row[], id: string, at: string): unknown {
  if (subject === "settlement") return viewSettlement(stateIn(settlementRecordType, rows, id));
  if (subject === "reserve") return viewReserve(stateIn(settlementRecordType, rows, id));
  if (subject === "alert") return summarizeAlert(stateIn(alertRecordType, rows, id));
  if (subject === "case") return viewCaseSummary(stateIn(caseRecordType, rows, id));
  if (subject === "invoice")
    return without(viewInvoice(stateIn(invoiceRecordType, rows, id), publicUrl, at), "hostedUrl", "collectionLink");
  const escrow = viewEscrow(stateIn(escrowRecordType, rows, id), "https://pages.test");
  return without(escrow, "statusUrl", "sourceDepositInstructions");
}

function keyOf({ name, data }: FramedEvent): string {
  return `${eventSubjectOf(name)} ${(data.object as { readonly id: string }).id}`;
}

/** Hears every event that is committed to a store, and notes how things stand with it. */
function hear(store: MemoryStore): void {
  const write = store.write.bind(store);
  store.write = async (writes: readonly Write[], nonce: string) => {
    const written = await write(writes, nonce);
    const rows = writes.flatMap((each) => ("put" in each ? [each.put] : []));
    for (const entry of written.ok ? entriesIn(rows) : [])
      for (const event of framedEvents({ live: false, publicUrl }, entry)) {
        events.push({ ...event, data: plain(event.data) });
        truth.set(keyOf(event), plain(shownBy(eventSubjectOf(event.name), rows, entry.aggregateId, entry.at)));
      }
    return written;
  };
}

async function settlements(): Promise<void> {
  const api = await AlertApi.open();
  hear(api.store);
  const invoice = await api.invoice(api.tenantId, "S-0");
  await issueInvoice(api.context, api.tenantId, invoice);
  const id = await deliver(api, { id: api.tenantId, apiKey: api.apiKey }, "S-1");
  api.pass(60);
  await api.returned({ settlementId: id, paymentId: "" }, "R10");
  await api.handOn();
  const paid = await api.paid("S-2");
  await api.ingest({ externalId: "A-1", paymentId: paid.paymentId });
  const { json } = await api.ingest({ externalId: "A-2" });
  await api.match(json.id, (await api.paid("S-3")).paymentId);
}

async function cases(): Promise<void> {
  const api = await CaseApi.open();
  hear(api.store);
  await api.caseIn("submitted");
  const id = await api.caseIn("gathering");
  await api.post(`/${id}/withdraw`, {});
}

async function escrows(): Promise<void> {
  const api = await EscrowApi.withTenant();
  hear(api.store);
  const milestones = [1, 2, 3].map((seq) => ({ description: `Part ${seq}`, seq }));
  const id = await api.funded({ releaseRule: "milestone", milestones });
  for (const { id: part } of (await api.state(id)).milestones) await api.post(`/${id}/milestones/${part}/complete`);
  const other = await api.funded({ reference: "second", releaseRule: "dual_approval" });
  await api.post(`/${other}/release`);
  for (const approverRef of ["anna", "ben"])
    await api.post(`/${other}/approvals`, { body: { approverRef, decision: "approve" } });
}

beforeAll(async () => {
  await settlements();
  await cases();
  await escrows();
});

type Receiver = (kept: FramedEvent | undefined, event: FramedEvent) => boolean;

/** Keeps an event's object where its number is higher than what it has. */
const byRisingNumber: Receiver = (kept, event) => Number(event.data.sequence) > Number(kept?.data.sequence ?? 0);
const byArrival: Receiver = () => true;

/** What a receiver has of each thing once everything has arrived. */
function received(order: readonly number[], takes: Receiver): Map<string, unknown> {
  const kept = new Map<string, FramedEvent>();
  for (const nth of order) {
    const event = events[nth];
    if (event && takes(kept.get(keyOf(event)), event)) kept.set(keyOf(event), event);
  }
  return new Map([...kept].map(([key, { data }]) => [key, data.object]));
}

/** Orders in which everything arrives, some of it twice. */
function arrivals() {
  const all = events.map((_, nth) => nth);
  return fc
    .shuffledSubarray([...all, ...all], { minLength: all.length })
    .map((order) => [...order, ...all.filter((nth) => !order.includes(nth))]);
}

function endsWithTheTruth(takes: Receiver) {
  const expected = JSON.stringify([...truth].toSorted());
  return fc.property(arrivals(), (order) => JSON.stringify([...received(order, takes)].toSorted()) === expected);
}

test("the events of settlements, disputes and escrows are numbered without a gap", () => {
  const numbers = Map.groupBy(events, keyOf);
  for (const [key, about] of numbers)
    expect([key, about.map(({ data }) => data.sequence)]).toEqual([key, about.map((_, nth) => nth + 1)]);
  expect([...new Set(events.map(({ name }) => eventSubjectOf(name)))].toSorted()).toEqual([
    ...["alert", "case", "escrow", "invoice", "settlement"],
  ]);
  expect(Math.max(...[...numbers.values()].map(({ length }) => length))).toBeGreaterThan(3);
});

test("each shows what GET shows once it has happened", () => {
  const last = new Map(events.map((event) => [keyOf(event), event.data.object]));
  expect(Object.fromEntries(last)).toEqual(Object.fromEntries(truth));
});

test(`a receiver that takes only rising numbers ends with the truth, in ${runs} orders with duplicates`, () => {
  fc.assert(endsWithTheTruth(byRisingNumber), { numRuns: runs });
});

test("a receiver that takes whatever comes last does not", () => {
  expect(fc.check(endsWithTheTruth(byArrival), { numRuns: runs }).failed).toBe(true);
});

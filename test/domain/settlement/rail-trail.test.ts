import { describe, expect, test } from "vitest";
import { maxCents } from "../../../functions/domain/core/money.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { cancelCollection, recordCollection } from "../../../functions/domain/settlement/collection.ts";
import { recordPayoutAnswer } from "../../../functions/domain/settlement/late-payout.ts";
import { recordPresentation } from "../../../functions/domain/settlement/re-presentment.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement } = settlementIn(status);
  return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
}

const invoiceOf = (state: Settlement) => settlementIn(state.status).invoice;
const said = (state: Settlement, event: RailEvent) => receiveRailEvent(state, invoiceOf(state), event, later(60));
/** What it writes on the trails: the settlement's, and whether the invoice changes. */
const trail = ({ settlement, invoice }: SettlementChange) => [settlement.map(({ reason }) => reason), invoice.length];

const funds = (change: object): RailEvent => ({ kind: "funds_received", ...change });
const returned = (code: string): RailEvent => ({ kind: "returned", code });
const early = { keepsReserve: false };
const canceled = { status: "canceled" };
const failed = { status: "failed", receivedCents: null, receivedAt: null };
const late = [{ kind: "funds_after_failure", at: noon }];
const pooled = { rail: "bridge", conversionVendor: "bridge" };

describe("what a rail says is written on the trail, whole, and moves the invoice only with its money", () => {
  test.each<[string, Settlement, RailEvent, string[], number]>([
    ["all that was expected", at("collecting"), funds({ amountCents: 10_000 }), ["funds received"], 1],
    ["what was missing", at("collecting"), funds({}), ["funds received"], 1],
    ["too little", at("collecting"), funds({ amountCents: 9_999 }), ["received 9999 cents, expected 10000"], 0],
    ["too much", at("collecting"), funds({ totalCents: 10_001 }), ["received 10001 cents, expected 10000"], 0],
    [
      "more money than a record carries",
      at("collecting"),
      funds({ amountCents: maxCents + 1 }),
      ["the rail said more money than a record can carry, which we do not know"],
      0,
    ],
    [
      "as much as a record carries",
      at("collecting"),
      funds({ totalCents: maxCents }),
      [`received ${maxCents} cents, expected 10000`],
      0,
    ],
    [
      "a total that is more than a record carries",
      at("collecting"),
      funds({ totalCents: maxCents + 1 }),
      ["the rail said more money than a record can carry, which we do not know"],
      0,
    ],
    [
      "money after its collection had failed",
      at("failed", {}, failed),
      funds({ amountCents: 700 }),
      ["received 700 cents after the collection had failed"],
      0,
    ],
    [
      "more money after that",
      at("failed", { reconBreaks: late }, { ...failed, receivedCents: 700, receivedAt: noon }),
      funds({ totalCents: 900 }),
      ["received 200 cents after the collection had failed"],
      0,
    ],
    [
      "money after it was canceled",
      at("failed", {}, { ...canceled, receivedCents: null }),
      funds({ amountCents: 700 }),
      ["received 700 cents more than was settled"],
      0,
    ],
    [
      "more than was settled",
      at("completed"),
      funds({ totalCents: 10_700 }),
      ["received 700 cents more than was settled"],
      0,
    ],
    [
      "what came became something",
      at("converting", { ...pooled, boughtCents: null }),
      funds({ totalCents: 10_000, bought: "99.900000" }),
      ["what came became 99.900000 USDT"],
      0,
    ],
    ["nothing new", at("completed"), funds({ totalCents: 10_000 }), [], 0],
    ["money for what was never asked", at("created"), funds({ totalCents: 10_000 }), [], 0],
    ["a proof", at("settling"), { kind: "payment_processed", txHash: "0x1" }, ["proof arrived"], 0],
    [
      "a proof of another amount",
      at("settling"),
      { kind: "payment_processed", txHash: "0x1", paid: "87.740000" },
      ["proof arrived", "payout_amount_mismatch: 87.750000 ordered, the rail says 87.740000 left and 87.740000 came"],
      0,
    ],
    [
      "a proof of the amount, otherwise written",
      at("settling"),
      { kind: "payment_processed", txHash: "0x1", paid: "87.75" },
      ["proof arrived"],
      0,
    ],
    [
      "a proof before the gate",
      at("screening", early),
      { kind: "payment_processed", txHash: "0x1" },
      ["paid out by the rail already"],
      0,
    ],
    [
      "a proof before the gate, again",
      at("screening", { ...early, earlyHash: "0x1" }),
      { kind: "payment_processed", txHash: "0x1" },
      [],
      0,
    ],
    [
      "a proof before the gate of a rail that waits",
      at("screening"),
      { kind: "payment_processed", txHash: "0x1" },
      [],
      0,
    ],
    [
      "a failure of the collection",
      at("collecting"),
      { kind: "failed", code: "R03" },
      ["R03: the rail reported a failure"],
      1,
    ],
    [
      "a failure before the payout",
      at("screened"),
      { kind: "failed", code: "x" },
      ["x: the rail reported a failure"],
      0,
    ],
    [
      "a failure of the payout",
      at("settling"),
      { kind: "failed", code: "x", leg: "payout" },
      ["x: the rail reported a failure"],
      0,
    ],
    ["a failure after the end", at("declined"), { kind: "failed", code: "x" }, [], 0],
    [
      "details that are to be corrected",
      at("completed"),
      { kind: "notification_of_change", code: "C01" },
      ["notification of change C01: account number"],
      0,
    ],
    [
      "those again",
      at("completed", {}, { correctionCode: "C01" }),
      { kind: "notification_of_change", code: "C01" },
      [],
      0,
    ],
    ["something between banks", at("completed"), returned("R61"), ["ach_R61"], 0],
    ["that again", at("completed", { reconBreaks: [{ kind: "ach_R61", at: noon }] }), returned("R61"), [], 0],
    [
      "something else between banks",
      at("completed", { reconBreaks: [{ kind: "ach_R62", at: noon }] }),
      returned("R61"),
      ["ach_R61"],
      0,
    ],
    [
      "a word that we do not know",
      at("collecting"),
      { kind: "unknown", state: "odd" },
      ["the rail said odd, which we do not know"],
      0,
    ],
    [
      "another such word",
      at("collecting", { unknownRailState: "odd" }),
      { kind: "unknown", state: "new" },
      ["the rail said new, which we do not know either"],
      0,
    ],
    ["that word again", at("collecting", { unknownRailState: "odd" }), { kind: "unknown", state: "odd" }, [], 0],
    [
      "another such word after the end",
      at("completed", { unknownRailState: "odd" }),
      { kind: "unknown", state: "new" },
      ["rail_unknown"],
      0,
    ],
    [
      "want of funds",
      at("collecting", {}, { source: "ach" }),
      returned("R01"),
      ["returned R01, presented again at 2026-11-25T14:00:00.000Z"],
      0,
    ],
    ["the same return again", at("collecting", {}, { source: "ach", presentAt: later(9) }), returned("R01"), [], 0],
  ])("%s", (_, state, event, reasons, invoices) => {
    expect(trail(said(state, event))).toEqual([reasons, invoices]);
  });

  test("tells tenants of the first word only", () => {
    const eventsOf = (state: Settlement) => said(state, { kind: "unknown", state: "odd" }).settlement[0]?.events;
    expect(eventsOf(at("collecting"))).toMatchObject([{ name: "settlement.rail_unknown", data: { railState: "odd" } }]);
    expect(eventsOf(at("collecting", { unknownRailState: "x" }))).toEqual([]);
  });

  test("means a debit that is presented again under a key of its own", () => {
    const [transition] = said(at("collecting", {}, { source: "ach" }), returned("R01")).settlement;
    expect(transition?.next).toMatchObject({
      payment: { presented: 2, presentAt: "2026-11-25T14:00:00.000Z", railState: "returned" },
      intent: { leg: "collect", key: `${at("collecting").id}:collect:2`, at: later(60) },
    });
  });
});

describe("what a rail answers to an order is written on the trail, whole", () => {
  const collection = { railRef: "tr_1", state: "awaiting_funds", instructions: null } as const;

  test("of a collection, with the machine that waits for it", () => {
    const state = at("created");
    const change = recordCollection(state, invoiceOf(state), collection, later(5));
    expect(trail(change)).toEqual([["collection began as tr_1"], 0]);
    expect(change.settlement[0]).toMatchObject({
      next: { payment: { railRef: "tr_1", instructions: null, railState: "awaiting_funds" } },
      follows: [{ kind: "start_settlement", settlementId: state.id, tenantId: state.tenantId, presentation: 1 }],
    });
    const atOnce = recordCollection(state, invoiceOf(state), { ...collection, state: "funds_received" }, later(5));
    expect(trail(atOnce)).toEqual([["collection began as tr_1", "funds received"], 1]);
  });

  test("of a payment that is given up", () => {
    const state = at("collecting", {}, { instructions: { a: 1 } });
    const change = cancelCollection(state, invoiceOf(state), later(5));
    expect(trail(change)).toEqual([["canceled: canceled by its tenant before any money came"], 1]);
    expect(change.settlement[0]?.next.payment).toMatchObject({
      ...{ status: "canceled", railState: "canceled", instructions: null },
    });
  });

  test("of a debit that is presented again", () => {
    const state = at("collecting", {}, { source: "ach", presentAt: later(1), presented: 2 });
    const change = recordPresentation(state, invoiceOf(state), collection, later(5));
    expect(trail(change)).toEqual([["presented for the 2. time as tr_1"], 0]);
    expect(change.settlement[0]?.next.payment).toMatchObject({ presentAt: null, railRef: "tr_1" });
    const refused = { refused: { code: "R03", reason: "no" } };
    expect(trail(recordPresentation(state, invoiceOf(state), refused, later(5)))).toEqual([["R03: no"], 1]);
  });

  test("of a debit that is presented although it had been given up", () => {
    const state = at("failed", {}, { ...failed, source: "ach", presentAt: later(1) });
    const change = recordPresentation(state, invoiceOf(state), collection, later(5));
    expect(trail(change)).toEqual([["presented as tr_1 although it had been given up"], 0]);
    expect(change.settlement[0]?.next).toMatchObject({
      status: "failed",
      payment: { railRef: "tr_1", presentAt: null },
    });
    const gone = at("failed", {}, { ...failed, presentAt: null });
    expect(trail(recordPresentation(gone, invoiceOf(gone), collection, later(5)))).toEqual([[], 0]);
  });

  test("of a payout that was not made, once nothing can come late any more", () => {
    const state = at("declined", { intent: { leg: "payout", key: "k", at: noon }, updatedAt: noon });
    expect(recordPayoutAnswer(state, null, later(1_199))).toEqual([]);
    expect(recordPayoutAnswer(state, null, later(1_200))).toMatchObject([
      { reason: "the payout had not been made", next: { intent: { leg: "payout", refused: true } } },
    ]);
  });
});

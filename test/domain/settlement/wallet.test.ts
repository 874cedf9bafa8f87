import { describe, expect, test } from "vitest";
import { drawFloat, floatDraw } from "../../../functions/domain/settlement/float.ts";
import { imbalances, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { failSettlement } from "../../../functions/domain/settlement/transitions.ts";
import { settlementPosition } from "../../../functions/domain/settlement/wallet.ts";
import { noon } from "../../support/core/samples.ts";
import { RailLife } from "../../support/settlement/rail-life.ts";

const unit = 1_000_000n;

/** A settlement of 100.00, whose collection brought so much. */
function paidBy(cents: number, rate: string): RailLife {
  const life = new RailLife(10_000, "ach_push", rate);
  life.bank.pay(cents);
  life.hear(0);
  return life;
}

/** What its wallet's accounts show, in whole units. */
function shown({ units }: RailLife) {
  const [here, transit, clients, ours] = (
    ["rail_wallet", "wallet_in_transit", "client_funds", "operator_funds"] as const
  ).map((account) => Number(units.on(account)) / 1e6);
  return { here, transit, clients, ours };
}

/** The end of a money story that ends as it should: nothing owed, ledger and record alike. */
function expectBooked(life: RailLife, end: ReturnType<typeof shown>): void {
  life.units.check(life.settlement);
  expect(imbalances(life.settlement, ledgerOf(life.entries))).toEqual([]);
  expect(shown(life)).toEqual(end);
}

describe("a settlement whose rail pools what it holds", () => {
  test("has what its deposit bought on record when the money comes, and owes it to its tenant", () => {
    const life = paidBy(10_000, "0.99");
    expect(life.settlement).toMatchObject({ status: "screening", bought: "99.000000", boughtCents: 10_000 });
    expectBooked(life, { here: 99, transit: 0, clients: -99, ours: 0 });
  });

  test("has it on record where the amount is wrong, too, and of all that came", () => {
    const life = paidBy(6_000, "0.99");
    expect(life.settlement).toMatchObject({ mismatchCents: 6_000, bought: "59.400000" });
    life.act("top_up");
    life.bank.pay(4_000);
    life.hear(1);
    expect(life.settlement).toMatchObject({ status: "screening", bought: "99.000000", boughtCents: 10_000 });
    expectBooked(life, { here: 99, transit: 0, clients: -99, ours: 0 });
  });

  test("learns it later where its rail tells it later, once", () => {
    const life = new RailLife(10_000);
    life.bank.pay(10_000);
    const came = (life.bank.said[0] ?? [])[0];
    const untold = { kind: "funds_received" as const, totalCents: 10_000 };
    life.bank.said[0] = [untold];
    life.hear(0);
    expect(settlementPosition(life.settlement)).toBeNull();
    life.bank.said[0] = came ? [came] : [];
    life.hear(0);
    const entries = life.entries.length;
    life.hear(0);
    expect(life.entries.length).toBe(entries);
    expectBooked(life, { here: 100, transit: 0, clients: -100, ours: 0 });
  });

  test("has no place in any wallet on a rail that pools nothing, or that pays straight through", () => {
    const { settlement } = paidBy(10_000, "0.99");
    for (const change of [{ rail: "mock", conversionVendor: "mock" }, { keepsReserve: false }])
      expect(settlementPosition({ ...settlement, ...change } as Settlement)).toBeNull();
  });

  test("leaves our fee in the wallet, and its reserve owed", () => {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    expectBooked(life, { here: 12.1275, transit: 86.8725, clients: -96.525, ours: -2.475 });
    life.bank.prove();
    life.hear(1);
    expect(life.settlement.status).toBe("completed");
    expectBooked(life, { here: 12.1275, transit: 0, clients: -9.6525, ours: -2.475 });
  });

  test("is short by what was paid out when its bank takes the money back, which is ours to bear", () => {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    life.bank.prove();
    life.hear(1);
    life.bank.takeBack("R10");
    life.hear(2);
    expectBooked(life, { here: -86.8725, transit: 0, clients: 0, ours: 86.8725 });
  });
});

describe("a payout of which the rail says another amount than was ordered", () => {
  /** 86.8725 were ordered, and so much left. */
  function proven(told: { paid?: string; cost?: string }): RailLife {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    life.bank.said.push([{ kind: "payment_processed", txHash: "0xproof", ...told }]);
    life.hear(1);
    return life;
  }

  test("is booked at what left; what is more is our loss", () => {
    const life = proven({ paid: "86.8725", cost: "87.000000" });
    expect(life.settlement).toMatchObject({ status: "completed", reconBreaks: [{ kind: "payout_amount_mismatch" }] });
    expectBooked(life, { here: 12, transit: 0, clients: -9.6525, ours: -2.3475 });
    expect(life.on("fx_gain_loss")).toBe(13);
  });

  test("owes its tenant the rest while nobody has dealt with it, so that no sweep takes it", () => {
    const life = proven({ paid: "86.0" });
    expectBooked(life, { here: 13, transit: 0, clients: -10.525, ours: -2.475 });
    expect(life.on("fx_gain_loss")).toBe(-87);
    life.act("resolve");
    expectBooked(life, { here: 13, transit: 0, clients: -9.6525, ours: -3.3475 });
  });

  test("is booked too where the rail says it after its proof, and by the last of what it says", () => {
    const life = proven({});
    expectBooked(life, { here: 12.1275, transit: 0, clients: -9.6525, ours: -2.475 });
    for (const paid of ["86.0", "86.0", "86.8725"]) {
      life.bank.said.push([{ kind: "payment_processed", txHash: "0xproof", paid }]);
      life.hear(life.bank.said.length - 1);
    }
    expectBooked(life, { here: 12.1275, transit: 0, clients: -9.6525, ours: -2.475 });
    expect(life.entries.slice(-2).map(({ postings }) => postings.map(({ amountCents }) => amountCents))).toEqual([
      [-87, 87],
      [87, -87],
    ]);
  });

  test("took what left where it was proven after another end", () => {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    life.apply([failSettlement(life.settlement, { code: "x", reason: "x" }, life.now)]);
    life.bank.said.push([{ kind: "payment_processed", txHash: "0xproof", paid: "86.8725", cost: "87.000000" }]);
    life.hear(1);
    expect(shown(life)).toMatchObject({ here: 12, transit: 0, clients: -12 });
    expect(life.on("fx_gain_loss")).toBe(13);
  });
});

describe("money that the rail sends back", () => {
  /** 60.00 of 100.00 came, and operators have it sent back. */
  function ordered(rate: string): RailLife {
    const life = paidBy(6_000, rate);
    life.act("return");
    return life;
  }

  test("costs what it had bought where a dollar buys a unit", () => {
    const life = ordered("1");
    expect(floatDraw(life.settlement)).toBeUndefined();
    expectBooked(life, { here: 0, transit: 60, clients: -60, ours: 0 });
    life.sweepSendBack("sent", true);
    expectBooked(life, { here: 0, transit: 0, clients: 0, ours: 0 });
    expect(life.on("fx_gain_loss")).toBe(0);
  });

  test("is a gain of ours where it had bought more", () => {
    const life = ordered("1.01");
    life.sweepSendBack("sent", true);
    expectBooked(life, { here: 0.6, transit: 0, clients: 0, ours: -0.6 });
    expect(life.on("fx_gain_loss")).toBe(-60);
  });

  test("draws on our own balance where it had bought less, before the rail is told, and is our loss", () => {
    const life = ordered("0.99");
    expect(floatDraw(life.settlement)).toBe((6n * unit) / 10n);
    life.operatorUnits = unit;
    life.sweepSendBack("under_way", true);
    expectBooked(life, { here: -0.6, transit: 60, clients: -60, ours: 0.6 });
    life.bank.sentBack.set(`${life.settlement.id}:return:1`, { amountCents: 6_000, state: "sent" });
    life.sweepSendBack("sent", true);
    expectBooked(life, { here: -0.6, transit: 0, clients: 0, ours: 0.6 });
    expect(life.on("fx_gain_loss")).toBe(60);
  });

  test("gives back what it drew where the rail refuses", () => {
    const life = ordered("0.99");
    life.operatorUnits = unit;
    life.sweepSendBack("failed", true);
    expectBooked(life, { here: 59.4, transit: 0, clients: -59.4, ours: 0 });
    expect(life.on("fx_gain_loss")).toBe(0);
  });

  test("waits while our own balance is short, says so once, and goes on when it is not", () => {
    const life = ordered("0.99");
    life.sweepSendBack("sent", true);
    expect(life.settlement.sendBack).toMatchObject({ floatShortSince: life.now });
    const { length } = life.entries;
    life.sweepSendBack("sent", true);
    expect(life.entries.length).toBe(length);
    expect(life.bank.sentBackCents).toBe(0);
    expectBooked(life, { here: 59.4, transit: 0, clients: -59.4, ours: 0 });
    life.operatorUnits = (6n * unit) / 10n;
    life.sweepSendBack("sent", true);
    expect(life.settlement).toMatchObject({ sendBack: null, payment: { status: "refunded" } });
    expect(life.settlement.sentBack).toMatchObject([{ cost: "60.000000", exchangeCents: 60 }]);
  });

  test("is in the queue while it waits, and can go back outside the rail, which is told nothing then", () => {
    const life = ordered("0.99");
    life.act("returned_off_platform");
    expect(life.settlement.sendBack).toMatchObject({ transferRef: null });
    life.sweepSendBack("sent", true);
    expect(reviewReason(life.settlement)).toMatchObject({
      kind: "float_short",
      reason: expect.stringContaining("0.600000 USDT"),
      since: life.now,
    });
    life.act("returned_off_platform");
    expect(life.settlement).toMatchObject({ sendBack: null, payment: { status: "refunded" } });
    expect(life.bank.sentBackCents).toBe(0);
  });

  test.each([
    ["more", "60.250000", { here: -0.85, ours: 0.85 }, 85],
    ["less", "59.900000", { here: -0.5, ours: 0.5 }, 50],
  ])("costs what the rail's receipt says, %s than a unit a dollar, from when it says so", (_, takes, left, lost) => {
    const life = ordered("0.99");
    life.operatorUnits = unit;
    life.sweepSendBack("under_way", true);
    life.returnTakes = takes;
    life.sweepSendBack("under_way", true);
    expectBooked(life, { ...left, transit: Number(takes), clients: -Number(takes) });
    life.returnTakes = undefined;
    life.sweepSendBack("sent", true);
    expectBooked(life, { ...left, transit: 0, clients: 0 });
    expect(life.on("fx_gain_loss")).toBe(lost);
    expect(life.settlement.sentBack).toMatchObject([{ cost: takes, exchangeCents: lost }]);
  });

  test("draws nothing twice", () => {
    const life = ordered("0.99");
    life.operatorUnits = unit;
    const [drawn] = drawFloat(life.settlement, unit, noon);
    expect(drawn && drawFloat(drawn.next, unit, noon)).toEqual([]);
  });

  test("costs us what the payer got where it went outside the rail: what it had bought is ours", () => {
    const life = paidBy(6_000, "0.99");
    life.act("returned_off_platform");
    expectBooked(life, { here: 59.4, transit: 0, clients: 0, ours: -59.4 });
    expect(life.on("fx_gain_loss")).toBe(0);
  });
});

import { describe, expect, test } from "vitest";
import { drawFloat, floatDraw } from "../../../functions/domain/settlement/float.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { settlementPosition } from "../../../functions/domain/settlement/wallet.ts";
import { noon } from "../../support/core/samples.ts";
import { expectBalances, paidBy } from "../../support/settlement/pooled-life.ts";
import { RailLife } from "../../support/settlement/rail-life.ts";

const unit = 1_000_000n;

describe("a settlement whose rail pools what it holds", () => {
  test("has what its deposit bought on record when the money comes, and owes it to its tenant", () => {
    const life = paidBy(10_000, "0.99");
    expect(life.settlement).toMatchObject({ status: "screening", bought: "99.000000", boughtCents: 10_000 });
    expectBalances(life, { here: 99, transit: 0, clients: -99, ours: 0 });
  });

  test("has it on record where the amount is wrong, too, and of all that came", () => {
    const life = paidBy(6_000, "0.99");
    expect(life.settlement).toMatchObject({ mismatchCents: 6_000, bought: "59.400000" });
    life.act("top_up");
    life.bank.pay(4_000);
    life.hear(1);
    expect(life.settlement).toMatchObject({ status: "screening", bought: "99.000000", boughtCents: 10_000 });
    expectBalances(life, { here: 99, transit: 0, clients: -99, ours: 0 });
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
    expectBalances(life, { here: 100, transit: 0, clients: -100, ours: 0 });
  });

  test("has no place in any wallet on a rail that pools nothing, or that pays straight through", () => {
    const { settlement } = paidBy(10_000, "0.99");
    for (const change of [{ rail: "mock", conversionVendor: "mock" }, { keepsReserve: false }])
      expect(settlementPosition({ ...settlement, ...change } as Settlement)).toBeNull();
  });

  test("leaves our fee in the wallet, and its reserve owed", () => {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    expectBalances(life, { here: 12.1275, transit: 86.8725, clients: -96.525, ours: -2.475 });
    life.bank.prove();
    life.hear(1);
    expect(life.settlement.status).toBe("completed");
    expectBalances(life, { here: 12.1275, transit: 0, clients: -9.6525, ours: -2.475 });
  });

  test("is short by what was paid out when its bank takes the money back, which is ours to bear", () => {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    life.bank.prove();
    life.hear(1);
    life.bank.takeBack("R10");
    life.hear(2);
    expectBalances(life, { here: -86.8725, transit: 0, clients: 0, ours: 86.8725 });
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
    expectBalances(life, { here: 0, transit: 60, clients: -60, ours: 0 });
    life.sweepSendBack("sent", true);
    expectBalances(life, { here: 0, transit: 0, clients: 0, ours: 0 });
    expect(life.on("fx_gain_loss")).toBe(0);
  });

  test("is a gain of ours where it had bought more", () => {
    const life = ordered("1.01");
    life.sweepSendBack("sent", true);
    expectBalances(life, { here: 0.6, transit: 0, clients: 0, ours: -0.6 });
    expect(life.on("fx_gain_loss")).toBe(-60);
  });

  test("draws on our own balance where it had bought less, before the rail is told, and is our loss", () => {
    const life = ordered("0.99");
    expect(floatDraw(life.settlement)).toBe((6n * unit) / 10n);
    life.operatorUnits = unit;
    life.sweepSendBack("under_way", true);
    expectBalances(life, { here: -0.6, transit: 60, clients: -60, ours: 0.6 });
    life.bank.sentBack.set(`${life.settlement.id}:return:1`, { amountCents: 6_000, state: "sent" });
    life.sweepSendBack("sent", true);
    expectBalances(life, { here: -0.6, transit: 0, clients: 0, ours: 0.6 });
    expect(life.on("fx_gain_loss")).toBe(60);
  });

  test("gives back what it drew where the rail refuses", () => {
    const life = ordered("0.99");
    life.operatorUnits = unit;
    life.sweepSendBack("failed", true);
    expectBalances(life, { here: 59.4, transit: 0, clients: -59.4, ours: 0 });
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
    expectBalances(life, { here: 59.4, transit: 0, clients: -59.4, ours: 0 });
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
    expectBalances(life, { ...left, transit: Number(takes), clients: -Number(takes) });
    life.returnTakes = undefined;
    life.sweepSendBack("sent", true);
    expectBalances(life, { ...left, transit: 0, clients: 0 });
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
    expectBalances(life, { here: 59.4, transit: 0, clients: 0, ours: -59.4 });
    expect(life.on("fx_gain_loss")).toBe(0);
  });
});

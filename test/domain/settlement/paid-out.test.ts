import { describe, expect, test } from "vitest";
import { ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { lookAtDue, releaseReserve } from "../../../functions/domain/settlement/reserve.ts";
import { recordReservePayout } from "../../../functions/domain/settlement/reserve-payout.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { failSettlement } from "../../../functions/domain/settlement/transitions.ts";
import { noon } from "../../support/core/samples.ts";
import { expectBalances, paidBy, walletBalances } from "../../support/settlement/pooled-life.ts";
import type { RailLife } from "../../support/settlement/rail-life.ts";
import { day, deliveredReserve, fair, startedReserve } from "../../support/settlement/reserve-life.ts";

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
    expectBalances(life, { here: 12, transit: 0, clients: -9.6525, ours: -2.3475 });
    expect(life.on("fx_gain_loss")).toBe(13);
  });

  test("owes its tenant the rest while nobody has dealt with it, so that no sweep takes it", () => {
    const life = proven({ paid: "86.0" });
    expectBalances(life, { here: 13, transit: 0, clients: -10.525, ours: -2.475 });
    expect(life.on("fx_gain_loss")).toBe(-87);
    life.act("resolve");
    expectBalances(life, { here: 13, transit: 0, clients: -9.6525, ours: -3.3475 });
  });

  test("is booked too where the rail says it after its proof, and by the last of what it says", () => {
    const life = proven({});
    expectBalances(life, { here: 12.1275, transit: 0, clients: -9.6525, ours: -2.475 });
    for (const paid of ["86.0", "86.0", "86.8725"]) {
      life.bank.said.push([{ kind: "payment_processed", txHash: "0xproof", paid }]);
      life.hear(life.bank.said.length - 1);
    }
    expectBalances(life, { here: 12.1275, transit: 0, clients: -9.6525, ours: -2.475 });
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
    expect(walletBalances(life)).toMatchObject({ here: 12, transit: 0, clients: -12 });
    expect(life.on("fx_gain_loss")).toBe(13);
  });
});

describe("a reserve's payout of which the rail says another amount than was ordered", () => {
  /** 9.6525 were ordered, and so much left. */
  function proven(told: { paid?: string; cost?: string }): RailLife {
    const life = paidBy(10_000, "0.99");
    life.goOn("pass", 4);
    life.bank.prove();
    life.hear(1);
    life.atSeconds = 31 * day;
    life.apply(lookAtDue(life.settlement, fair, life.now));
    life.apply(releaseReserve(life.settlement, life.now));
    life.apply(recordReservePayout(life.settlement, { txHash: "0xreserve", ...told }, life.now));
    return life;
  }

  test("is booked at what left; what is more is our loss", () => {
    const life = proven({ paid: "9.6525", cost: "9.752500" });
    expect(life.settlement).toMatchObject({
      reserve: { status: "released", usdtOut: "9.652500", paidOut: "9.752500" },
      reconBreaks: [{ kind: "reserve_amount_mismatch" }],
    });
    expectBalances(life, { here: 2.375, transit: 0, clients: 0, ours: -2.375 });
    expect(life.on("fx_gain_loss")).toBe(10);
    expect(ledgerOf(life.entries).paidOut.amountCents).toBe(9_750);
    expect(reviewReason(life.settlement)?.reason).toContain("for the reserve");
  });

  test("owes its tenant the rest while nobody has dealt with it", () => {
    const life = proven({ paid: "9.5" });
    expectBalances(life, { here: 2.6275, transit: 0, clients: -0.1525, ours: -2.475 });
    expect(life.on("fx_gain_loss")).toBe(-15);
    life.act("resolve");
    expectBalances(life, { here: 2.6275, transit: 0, clients: 0, ours: -2.6275 });
  });

  test("is shown and books no stablecoin on a rail that pools nothing", () => {
    const ordered = startedReserve(deliveredReserve(), 30 * day);
    const [paid] = recordReservePayout(ordered, { txHash: "0xreserve", paid: "9.5" }, noon);
    expect(paid?.next).toMatchObject({ reconBreaks: [{ kind: "reserve_amount_mismatch" }] });
    expect(paid?.next.reserve).not.toHaveProperty("paidOut");
    expect(paid?.postings?.map(({ account }) => account)).toEqual(["tenant_payable", "rail_clearing"]);
  });

  test("as ordered leaves nothing to look into", () => {
    const life = proven({ paid: "9.6525", cost: "9.652500" });
    expect(life.settlement.reconBreaks).toEqual([]);
    expectBalances(life, { here: 2.475, transit: 0, clients: 0, ours: -2.475 });
  });
});

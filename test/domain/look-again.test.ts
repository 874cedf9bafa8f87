import { describe, expect, test } from "vitest";
import {
  isRailSilent,
  lookAgainAt,
  railAsked,
  refsInFlight,
  stall,
} from "../../functions/domain/look-again.ts";
import { railTells } from "../../functions/domain/rail-event.ts";
import { recordPayout, waitFor } from "../../functions/domain/settle.ts";
import { lastOf, later, settlementIn } from "../support/samples.ts";

const week = 7 * 86_400;

function collecting() {
  const { settlement, invoice } = settlementIn("collecting");
  const payment = { ...settlement.payment, source: "ach_push" as const, railRef: "tr_1" };
  return { settlement: lastOf(waitFor({ ...settlement, payment }, "collect", "t", later(0))).next, invoice };
}

function paidOut() {
  const { settlement } = settlementIn("settling");
  const payment = { ...settlement.payment, railRef: "tr_1" };
  return lastOf(recordPayout({ ...settlement, payment }, "t", later(0), "tr_2")).next;
}

describe("a collection that brings nothing", () => {
  test("is stalled after a week, says so once, and goes on when the money comes", () => {
    const { settlement, invoice } = collecting();
    expect(stall(settlement, later(week - 1))).toEqual([]);
    const [hop] = stall(settlement, later(week));
    expect(hop).toMatchObject({
      from: "collecting",
      to: "collecting",
      events: [{ name: "settlement.stalled", data: { limitSeconds: week } }],
    });
    if (!hop) throw new Error("no hop");
    expect(stall(hop.next, later(2 * week))).toEqual([]);
    const came = { kind: "funds_received", totalCents: hop.next.fiatInCents } as const;
    const paid = railTells(hop.next, invoice, [came], later(week + 1)).settlement.at(-1)?.next;
    expect(paid).toMatchObject({ status: "screening", stalledAt: null });
  });

  test("whose amount operators have to decide about is not stalled", () => {
    const { settlement, invoice } = collecting();
    const short = { kind: "funds_received", totalCents: 1 } as const;
    const parked = lastOf(railTells(settlement, invoice, [short], later(1)).settlement).next;
    expect(stall(parked, later(2 * week))).toEqual([]);
  });
});

describe("a rail that has been silent", () => {
  test("is asked after an hour about a collection and after ten minutes about a payout", () => {
    const { settlement } = collecting();
    expect([isRailSilent(settlement, later(3599)), isRailSilent(settlement, later(3600))]).toEqual([
      false,
      true,
    ]);
    expect([isRailSilent(paidOut(), later(599)), isRailSilent(paidOut(), later(600))]).toEqual([false, true]);
    expect(refsInFlight(paidOut())).toEqual(["tr_2", "tr_1"]);
  });

  test("is asked ever more seldom", () => {
    let state = collecting().settlement;
    const waits: number[] = [];
    for (let at = 0; waits.length < 20; ) {
      const next = (Date.parse(lookAgainAt(state) ?? "") - Date.parse(later(0))) / 1000;
      waits.push(next - at);
      at = next;
      state = railAsked(state, later(at)).next;
      if (at >= week) state = { ...state, stalledAt: later(week) };
    }
    expect(waits[0]).toBe(3600);
    expect(waits.at(-1)).toBeGreaterThan(10_000);
  });

  test("is not asked once the settlement has ended", () => {
    expect(lookAgainAt(settlementIn("completed").settlement)).toBeUndefined();
    expect(refsInFlight(settlementIn("completed").settlement)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { startConversion } from "../../../functions/domain/settlement/conversion.ts";
import {
  isRailSilent,
  nextSettlementLook,
  park,
  recordRailQuery,
  refsInFlight,
  retryDue,
  stall,
} from "../../../functions/domain/settlement/retry-schedule.ts";
import { recordPayout, waitFor } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

const week = 7 * 86_400;

function lookAt(state: Parameters<typeof nextSettlementLook>[0]): string | undefined {
  return nextSettlementLook(state)?.at;
}

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
    const [transition] = stall(settlement, later(week));
    expect(transition).toMatchObject({
      from: "collecting",
      to: "collecting",
      events: [{ name: "settlement.stalled", data: { limitSeconds: week } }],
    });
    if (!transition) throw new Error("no hop");
    expect(stall(transition.next, later(2 * week))).toEqual([]);
    const came = { kind: "funds_received", totalCents: transition.next.fiatInCents } as const;
    const paid = railTells(transition.next, invoice, [came], later(week + 1)).settlement.at(-1)?.next;
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
    expect([isRailSilent(settlement, later(3599)), isRailSilent(settlement, later(3600))]).toEqual([false, true]);
    expect([isRailSilent(paidOut(), later(599)), isRailSilent(paidOut(), later(600))]).toEqual([false, true]);
    expect(refsInFlight(paidOut())).toEqual(["tr_2", "tr_1"]);
  });

  test("is silent since its last word, though it was asked before that", () => {
    const { settlement, invoice } = collecting();
    const input = recordRailQuery(settlement, later(3600)).next;
    expect(isRailSilent(input, later(4 * 3600))).toBe(true);
    const word = { kind: "unknown", state: "in_orbit" } as const;
    const report = lastOf(railTells(input, invoice, [word], later(5000)).settlement).next;
    expect([isRailSilent(report, later(8599)), isRailSilent(report, later(8600))]).toEqual([false, true]);
  });

  test("is asked ever more seldom: six times about a payer's money in a week, three in two days", () => {
    let state = collecting().settlement;
    const hours: number[] = [];
    while (nextSettlementLook(state)?.asks) {
      const at = (Date.parse(lookAt(state) ?? "") - Date.parse(later(0))) / 1000;
      hours.push(at / 3600);
      state = recordRailQuery(state, later(at)).next;
    }
    expect(hours).toEqual([1, 4, 16, 64, 112, 160]);
    expect(lookAt(state)).toBe(later(week));
  });

  test("is not asked once the settlement has ended", () => {
    expect(lookAt(settlementIn("completed").settlement)).toBeUndefined();
    expect(refsInFlight(settlementIn("completed").settlement)).toEqual([]);
  });
});

describe("a settlement that nobody moves", () => {
  test.each(["screening", "screened", "converting", "settling"] as const)(
    "is given a new machine after half an hour, though an old one's wait is on it: %s",
    (status) => {
      const waiting = { state: "screen", token: "of a machine that is gone" } as const;
      const state = { ...settlementIn(status).settlement, waiting };
      expect(lookAt(state)).toBe(later(1800));
      expect(retryDue(state, later(1799))).toEqual([]);
      expect(retryDue(state, later(1800))).toMatchObject([
        { follows: [{ kind: "start_settlement", presentation: 2 }] },
      ]);
    },
  );

  test("is looked at within half an hour of its last transition, at a moment that the transitions of a quarter share", () => {
    const at = (minutes: number) => ({ ...settlementIn("converting").settlement, updatedAt: later(minutes * 60) });
    expect([0, 1, 14, 15, 29, 30].map((minutes) => lookAt(at(minutes)))).toEqual(
      [1800, 1800, 1800, 2700, 2700, 3600].map(later),
    );
    const moved = at(14);
    expect([retryDue(moved, later(1799)).length, retryDue(moved, later(1800)).length]).toEqual([0, 1]);
  });

  test.each(["completed", "declined", "failed"] as const)("is not parked once it is %s", (status) => {
    expect(park(settlementIn(status).settlement, "silence", later(10))).toEqual([]);
  });

  test("is not looked at while the rail is being asked to collect: its claim is", () => {
    expect(lookAt(settlementIn("created").settlement)).toBeUndefined();
  });

  test("is looked at when its next screen is due", () => {
    const state = { ...settlementIn("screening").settlement, screenDueAt: later(60) };
    expect(lookAt(state)).toBe(later(60));
  });

  test("whose next screen is due wakes the machine that waits for it", () => {
    const waiting = { state: "screen", token: "TOKEN" } as const;
    const state = { ...settlementIn("screening").settlement, screenDueAt: later(60), waiting };
    expect(retryDue(state, later(59))).toEqual([]);
    expect(retryDue(state, later(60))).toMatchObject([
      {
        next: { waiting: null, screenDueAt: null, presentation: 1 },
        follows: [{ kind: "answer_token", token: "TOKEN" }],
      },
    ]);
  });

  test("whose next screen is due leaves the machine that comes to wait its half hour", () => {
    const state = { ...settlementIn("screening").settlement, screenDueAt: later(60) };
    expect(retryDue(state, later(1799))).toEqual([]);
    expect(retryDue(state, later(1800))).toMatchObject([{ follows: [{ kind: "start_settlement" }] }]);
  });

  test("that is parked is given a new machine, whatever screen is due", () => {
    const parked = { reason: "silence", since: later(0), until: later(300) };
    const state = { ...settlementIn("screening").settlement, screenDueAt: later(60), parked };
    expect(retryDue(state, later(299))).toEqual([]);
    expect(retryDue(state, later(300))).toMatchObject([{ follows: [{ kind: "start_settlement" }] }]);
  });

  test("is left alone while its proof is waited for", () => {
    expect(retryDue(paidOut(), later(1_000_000))).toEqual([]);
  });

  test("is in the queue since its vendor fell silent, however often it is tried again", () => {
    const first = lastOf(park(settlementIn("converting").settlement, "silence", later(10))).next;
    const tried = lastOf(retryDue(first, later(310))).next;
    expect(tried).toMatchObject({ parked: null, parkedSince: later(10) });
    const second = lastOf(park(tried, "silence", later(320))).next;
    expect(second.parked).toEqual({ reason: "silence", since: later(10), until: later(620) });
  });

  test("counts a silence anew at the next step", () => {
    const { settlement } = settlementIn("screened");
    const parked = lastOf(park(settlement, "silence", later(10))).next;
    const tried = lastOf(retryDue(parked, later(310))).next;
    const transitions = startConversion(tried, later(320));
    if (!Array.isArray(transitions)) throw new Error("refused");
    const again = lastOf(park(lastOf(transitions).next, "silence", later(400))).next;
    expect(again.parked?.since).toBe(later(400));
  });
});

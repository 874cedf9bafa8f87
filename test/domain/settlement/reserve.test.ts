import { describe, expect, test } from "vitest";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import {
  countReserveScreen,
  isReady,
  keepReserve,
  letReserveGo,
  lookAtDue,
  type ReserveFacts,
  releaseReserve,
  reserveDailyAt,
  reserveFacts,
  useReserve,
} from "../../../functions/domain/settlement/reserve.ts";
import { nextSettlementLook } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordProof } from "../../../functions/domain/settlement/transitions.ts";
import { aTenant, lastOf, later, noon, settlementIn } from "../../support/core/samples.ts";
import { day, deliveredReserve, endOf, fair, movedCents } from "../../support/settlement/reserve-life.ts";

const { invoice } = settlementIn("settling");
const due = 30 * day;

describe("a reserve", () => {
  test("is held from the delivery on until the rule's days are over, and by then is ready once", () => {
    const state = deliveredReserve();
    expect(state.reserve).toMatchObject({ status: "held", heldCents: 1000, releaseAt: later(due) });
    expect([reserveDailyAt(state), nextSettlementLook(state)?.at]).toEqual([later(due), undefined]);
    expect(expectedBalances(state).tenant_reserve).toBe(-1000);
    expect(lookAtDue(state, fair, later(due - 1))).toEqual([]);
    const transitions = lookAtDue(state, fair, later(due));
    expect(transitions).toMatchObject([
      { from: "completed", to: "completed", events: [{ name: "reserve.release_ready" }] },
    ]);
    const ready = endOf(transitions, state);
    expect([isReady(state, later(due)), isReady(ready, later(due))]).toEqual([false, true]);
    expect(lookAtDue(ready, fair, later(due + 1))).toEqual([]);
    const begins = releaseReserve(ready, later(due));
    const releasing = endOf(begins, ready);
    expect([movedCents(begins, "tenant_reserve"), expectedBalances(releasing).tenant_payable]).toEqual([1000, -1000]);
    expect([reserveDailyAt(releasing), nextSettlementLook(releasing)?.at]).toEqual([undefined, later(due + 300)]);
    expect(releaseReserve(releasing, later(31 * day))).toEqual([]);
  });

  test("is held for the rail's return window where the rule would let it go sooner", () => {
    const { settlement } = settlementIn("settling");
    const payment = { ...settlement.payment, source: "ach_push" as const, receivedAt: noon };
    const state = lastOf(recordProof({ ...settlement, reserveCents: 1, payment }, "0x1", later(1))).next;
    // Five banking days after Saturday 21 November 2026, Thanksgiving between them.
    expect(state.reserve?.releaseAt).toBe("2026-12-01T05:00:00.000Z");
  });

  test("is screened for once at a time: asked again within a quarter of an hour, it is the same screen", () => {
    const state = deliveredReserve();
    const first = endOf(countReserveScreen(state, later(due)), state);
    expect(first.reserve).toMatchObject({ screens: 1, screenedAt: later(due) });
    expect(countReserveScreen(first, later(due + 900))).toEqual([]);
    expect(endOf(countReserveScreen(first, later(due + 901)), first).reserve?.screens).toBe(2);
  });
});

describe("a due reserve is kept", () => {
  const early = { letGoAt: later(60), lookAt: later(60) };
  const stored = (change: object) => {
    const state = deliveredReserve();
    return { ...state, reserve: { ...state.reserve, ...change } } as Settlement;
  };

  test.each<[string, Settlement, Partial<ReserveFacts>, number]>([
    ["manual", endOf(keepReserve(deliveredReserve(), later(1)), deliveredReserve()), {}, 40 * day],
    ["rail_cannot_hold", deliveredReserve(), { railHolds: false }, due],
    ["open_dispute", deliveredReserve(), { openDispute: true }, due],
    ["return_window_open", stored(early), {}, 60],
    ["ratio_breached", deliveredReserve(), { ratioBreached: true }, due],
    ["insufficient_net", deliveredReserve({ fxRate: "0.00000001" }), {}, due],
  ])("for %s, which is said once and looked at again a day later", (reason, state, facts, seconds) => {
    const again = state.reserve?.blocked ?? null;
    const transitions = lookAtDue(state, { ...fair, ...facts }, later(seconds));
    if (again === null)
      expect(transitions).toMatchObject([
        { events: [{ name: "reserve.hold_blocked", data: { phase: "release", reason } }] },
      ]);
    const next = endOf(transitions, state);
    expect(next.reserve).toMatchObject({ blocked: { reason }, lookAt: later(seconds + day), ready: false });
    expect(reserveDailyAt(next)).toBe(later(seconds + day));
    expect(lookAtDue(next, { ...fair, ...facts }, later(seconds + day - 1))).toEqual([]);
    const later2 = lookAtDue(next, { ...fair, ...facts }, later(seconds + day));
    expect(later2).toMatchObject([{ quiet: true, events: [] }]);
    expect(reviewReason(next)).toMatchObject({ kind: "reserve" });
  });

  test("for another reason, which is said again; and when none is left it is ready", () => {
    const state = deliveredReserve();
    const disputed = endOf(lookAtDue(state, { ...fair, openDispute: true }, later(due)), state);
    const breached = lookAtDue(disputed, { ...fair, ratioBreached: true }, later(due + day));
    expect(breached).toMatchObject([{ events: [{ data: { reason: "ratio_breached" } }] }]);
    const clear = lookAtDue(endOf(breached, disputed), fair, later(due + 2 * day));
    expect(clear).toMatchObject([{ events: [{ name: "reserve.release_ready" }] }]);
  });

  test("by what the records say: an open case, a tenant over a limit, a rail that is not there", () => {
    const state = deliveredReserve();
    expect(reserveFacts(state, aTenant(), { keepsReserve: true })).toEqual(fair);
    expect(reserveFacts({ disputes: ["cas_1"] }, aTenant({ ratioBreached: true }), { keepsReserve: false })).toEqual({
      openDispute: true,
      ratioBreached: true,
      railHolds: false,
    });
    expect(reserveFacts(state, undefined, undefined).railHolds).toBe(false);
  });
});

describe("operators", () => {
  test("keep a reserve, which says so once, stands in the queue, and goes when two let it go", () => {
    const state = deliveredReserve();
    const transitions = keepReserve(state, later(1));
    expect(transitions).toMatchObject([
      { events: [{ name: "reserve.hold_blocked", data: { phase: "release", reason: "manual" } }] },
    ]);
    const stored = endOf(transitions, state);
    expect(keepReserve(stored, later(2))).toEqual([]);
    expect(reviewReason(stored)).toMatchObject({ kind: "reserve", since: later(1) });
    const gone = endOf(letReserveGo(stored, "approval", later(41 * day)), stored);
    expect(nextSettlementLook(gone)?.at).toBe(later(41 * day));
    expect(isReady(endOf(lookAtDue(gone, fair, later(41 * day)), gone), later(41 * day))).toBe(true);
  });

  test("let one go before its day, as soon as the payer's bank cannot take the money back", () => {
    const state = deliveredReserve();
    const early = endOf(letReserveGo(state, "approval", later(60)), state);
    const waits = endOf(lookAtDue(early, fair, later(60)), early);
    expect(waits.reserve).toMatchObject({ blocked: { reason: "return_window_open" } });
    expect([nextSettlementLook(waits)?.at, reserveDailyAt(waits)]).toEqual([undefined, later(60 + day)]);
    const open = endOf(lookAtDue(waits, fair, later(6 * day)), waits);
    expect(isReady(open, later(6 * day))).toBe(true);
    expect(lookAtDue(state, fair, later(6 * day))).toEqual([]);
  });
});

describe("a return after delivery", () => {
  test("uses the reserve up first, and the shortfall is what it does not cover", () => {
    const state = deliveredReserve();
    const change = railTells(state, invoice, [{ kind: "returned", code: "R29" }], later(5));
    const next = endOf(change.settlement, state);
    expect(next.reserve).toMatchObject({ status: "used", heldCents: 0, usedCents: 1000, lookAt: null });
    const shortfallCents = state.fiatInCents - 1000;
    expect(change.settlement.at(-1)?.events).toMatchObject([{ data: { shortfallCents } }]);
    expect(movedCents(change.settlement, "return_shortfall")).toBe(shortfallCents);
    expect(expectedBalances(next)).toMatchObject({ return_shortfall: shortfallCents });
    expect([nextSettlementLook(next)?.at, reserveDailyAt(next)]).toEqual([undefined, undefined]);
  });

  test.each([
    ["larger than", 999, { usedCents: 999, heldCents: 1, status: "held" }],
    ["equal to", 1000, { usedCents: 1000, heldCents: 0, status: "used" }],
    ["smaller than", 1001, { usedCents: 1000, heldCents: 0, status: "used" }],
  ])("of a reserve that is %s what is owed takes so many cents of it", (_, owedCents, left) => {
    const reply = useReserve(deliveredReserve(), owedCents);
    expect(reply.usedCents).toBe(left.usedCents);
    expect(reply.left).toMatchObject(left);
  });
});

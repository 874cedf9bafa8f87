import { describe, expect, test } from "vitest";
import type { Posting } from "../../functions/domain/ledger.ts";
import { lookAgainAt } from "../../functions/domain/look-again.ts";
import { railTells } from "../../functions/domain/rail-event.ts";
import {
  countReserveScreen,
  keepReserve,
  letReserveGo,
  releaseReserve,
  reservePaid,
  reserveRefused,
} from "../../functions/domain/reserve.ts";
import { reviewReason } from "../../functions/domain/review-reason.ts";
import { recordProof } from "../../functions/domain/settle.ts";
import type { Settlement } from "../../functions/domain/settlement.ts";
import { expectedBalances } from "../../functions/domain/settlement-ledger.ts";
import { lastOf, later, noon, settlementIn } from "../support/samples.ts";

const day = 86_400;
const { invoice } = settlementIn("settling");

/** A delivered settlement that keeps 10.00 back for 30 days. */
function delivered(): Settlement {
  const { settlement } = settlementIn("settling");
  const cut = { reserveCents: 1000, netCents: settlement.fiatInCents - settlement.feeCents - 1000 };
  const payment = { ...settlement.payment, receivedAt: noon, receivedCents: settlement.fiatInCents };
  return lastOf(recordProof({ ...settlement, ...cut, payment, reserveDays: 30 }, "0xproof", later(0))).next;
}

function last(hops: readonly { next: Settlement }[], state: Settlement): Settlement {
  return hops.at(-1)?.next ?? state;
}

function moved(hops: readonly { postings?: readonly Posting[] }[], account: string): number {
  return hops
    .flatMap(({ postings }) => postings ?? [])
    .reduce((sum, each) => sum + (each.account === account ? each.amountCents : 0), 0);
}

describe("a reserve", () => {
  test("is held from the delivery on until the rule's days are over, and by then is released once", () => {
    const state = delivered();
    expect(state.reserve).toMatchObject({ status: "held", heldCents: 1000, releaseAt: later(30 * day) });
    expect(lookAgainAt(state)).toBe(later(30 * day));
    expect(expectedBalances(state).tenant_reserve).toBe(-1000);
    expect(releaseReserve(state, later(30 * day - 1))).toEqual([]);
    const hops = releaseReserve(state, later(30 * day));
    expect(hops).toMatchObject([
      { from: "completed", to: "completed", events: [{ name: "reserve.release_ready" }] },
    ]);
    const releasing = last(hops, state);
    expect([moved(hops, "tenant_reserve"), expectedBalances(releasing).tenant_payable]).toEqual([
      1000, -1000,
    ]);
    expect(releaseReserve(releasing, later(31 * day))).toEqual([]);
    const paid = reservePaid(releasing, "0xreserve", later(31 * day));
    expect(last(paid, releasing).reserve).toMatchObject({ status: "released", heldCents: 0, lookAt: null });
    expect(moved(paid, "rail_clearing")).toBe(-1000);
    expect(lookAgainAt(last(paid, releasing))).toBeUndefined();
  });

  test("is held for the rail's return window where the rule would let it go sooner", () => {
    const { settlement } = settlementIn("settling");
    const payment = { ...settlement.payment, source: "ach_push" as const, receivedAt: noon };
    const state = lastOf(recordProof({ ...settlement, reserveCents: 1, payment }, "0x1", later(1))).next;
    // Five banking days after Saturday 21 November 2026, Thanksgiving between them.
    expect(state.reserve?.releaseAt).toBe("2026-12-01T05:00:00.000Z");
  });

  test("that operators keep says so once, stands in the queue, and goes when two let it go", () => {
    const state = delivered();
    const [kept] = keepReserve(state, later(1));
    expect(kept?.events).toMatchObject([
      { name: "reserve.hold_blocked", data: { phase: "release", reason: "manual" } },
    ]);
    if (!kept) throw new Error("no hop");
    expect(keepReserve(kept.next, later(2))).toEqual([]);
    expect(reviewReason(kept.next)).toMatchObject({ kind: "reserve", since: later(1) });
    const still = releaseReserve(kept.next, later(40 * day));
    expect(still).toMatchObject([{ quiet: true, next: { reserve: { lookAt: later(41 * day) } } }]);
    const gone = letReserveGo(kept.next, "approval", later(41 * day));
    expect(last(releaseReserve(last(gone, kept.next), later(41 * day)), state).reserve?.status).toBe(
      "releasing",
    );
  });

  test("does not go while the payer's bank may take the money back, whoever asks", () => {
    const early = last(letReserveGo(delivered(), "approval", later(60)), delivered());
    expect(releaseReserve(early, later(60))).toMatchObject([
      { events: [{ name: "reserve.hold_blocked", data: { reason: "return_window_open" } }] },
    ]);
  });

  test("is used up first by a return, and the shortfall is what it does not cover", () => {
    const state = delivered();
    const told = railTells(state, invoice, [{ kind: "returned", code: "R29" }], later(5));
    const next = last(told.settlement, state);
    expect(next.reserve).toMatchObject({ status: "used", heldCents: 0, usedCents: 1000, lookAt: null });
    const shortfallCents = state.fiatInCents - 1000;
    expect(told.settlement.at(-1)?.events).toMatchObject([{ data: { shortfallCents } }]);
    expect(moved(told.settlement, "return_shortfall")).toBe(shortfallCents);
    expect(expectedBalances(next)).toMatchObject({ return_shortfall: shortfallCents });
    expect(lookAgainAt(next)).toBeUndefined();
  });

  test("that the rail will not pay out is held again", () => {
    const releasing = last(releaseReserve(delivered(), later(30 * day)), delivered());
    const screened = last(countReserveScreen(releasing, later(30 * day)), releasing);
    expect(screened.reserve?.screens).toBe(1);
    const back = reserveRefused(screened, "frozen", later(30 * day));
    expect(last(back, screened).reserve).toMatchObject({ status: "held", blocked: { reason: "frozen" } });
    expect(moved(back, "tenant_reserve")).toBe(-1000);
  });
});

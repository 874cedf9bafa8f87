import { describe, expect, test } from "vitest";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import { lookAtDue, reserveDailyAt } from "../../../functions/domain/settlement/reserve.ts";
import {
  awaitReserveProof,
  recordNoReservePayout,
  recordReservePayout,
  recordReserveRefusal,
  reserveKey,
} from "../../../functions/domain/settlement/reserve-payout.ts";
import { nextSettlementLook } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { later, settlementIn } from "../../support/core/samples.ts";
import {
  day,
  deliveredReserve,
  endOf,
  fair,
  movedCents,
  startedReserve,
} from "../../support/settlement/reserve-life.ts";

const { invoice } = settlementIn("settling");
const due = 30 * day;
const releasing = () => startedReserve(deliveredReserve(), due);

describe("a reserve whose payout was begun", () => {
  test("is gone with its proof", () => {
    const transitions = recordReservePayout(releasing(), "0xreserve", later(due + 5));
    const paid = endOf(transitions, releasing());
    expect(paid.reserve).toMatchObject({ status: "released", heldCents: 0, lookAt: null, txHash: "0xreserve" });
    expect(movedCents(transitions, "rail_clearing")).toBe(-1000);
    expect([nextSettlementLook(paid)?.at, reserveDailyAt(paid)]).toEqual([undefined, undefined]);
    expect(recordReservePayout(paid, "0xother", later(due + 6))).toEqual([]);
  });

  test("is asked about until there is one; past the rail's limit operators see it", () => {
    const taken = endOf(awaitReserveProof(releasing(), "tr_9", later(due + 5)), releasing());
    expect(taken.reserve).toMatchObject({ payout: { ref: "tr_9", stalledAt: null }, lookAt: later(due + 605) });
    expect(reviewReason(taken)).toBeNull();
    const late = endOf(awaitReserveProof(taken, null, later(due + 1800)), taken);
    expect(late.reserve?.payout).toMatchObject({ ref: "tr_9", stalledAt: later(due + 1800) });
    expect(reviewReason(late)).toMatchObject({ kind: "reserve", since: later(due + 1800) });
  });

  test("and refused is held again, says so once, and is asked for under another key the next day", () => {
    const before = releasing();
    const transitions = recordReserveRefusal(before, "frozen", later(due + 5));
    const held = endOf(transitions, before);
    expect(held.reserve).toMatchObject({ status: "held", heldCents: 1000, blocked: { reason: "frozen" } });
    expect([movedCents(transitions, "tenant_reserve"), movedCents(transitions, "tenant_payable")]).toEqual([
      -1000, 1000,
    ]);
    expect(reserveDailyAt(held)).toBe(later(due + 5 + day));
    expect(held.reserve?.orderedAt).toBeNull();
    expect([reserveKey(before), reserveKey(held)]).toEqual([`${held.id}:reserve:1`, `${held.id}:reserve:2`]);
    const again = startedReserve(held, due + 5 + day);
    const twice = recordReserveRefusal(again, "frozen", later(due + 2 * day));
    expect(twice.flatMap(({ events }) => events ?? [])).toHaveLength(1);
  });

  test("and never made is held again and looked at from the start", () => {
    const transitions = recordNoReservePayout(releasing(), later(due + 1200));
    const held = endOf(transitions, releasing());
    expect(held.reserve).toMatchObject({ status: "held", payout: null, usdtOut: null, lookAt: later(due + 1200) });
    expect(movedCents(transitions, "tenant_reserve")).toBe(-1000);
    expect(lookAtDue(held, fair, later(due + 1200))).toEqual([]);
    const again = startedReserve(held, due + day);
    expect(reserveKey(again)).toBe(reserveKey(releasing()));
    expect(again.reserve?.orderedAt).toBe(releasing().reserve?.payout?.at);
  });
});

describe("a reserve's payout that the rail does not know", () => {
  test("is asked about again while the order may be on its way", () => {
    const waits = endOf(recordNoReservePayout(releasing(), later(due + 1199)), releasing());
    expect(waits.reserve).toMatchObject({ status: "releasing", lookAt: later(due + 1799) });
    expect(endOf(recordNoReservePayout(waits, later(due + 1799)), waits).reserve).toMatchObject({ status: "held" });
  });
});

describe("a return while a reserve is being paid out", () => {
  const returned = () => {
    const change = railTells(releasing(), invoice, [{ kind: "returned", code: "R10" }], later(due + 5));
    return endOf(change.settlement, releasing());
  };

  test("cannot have it: all is short, and the reserve's payout is recorded", () => {
    expect(expectedBalances(returned())).toMatchObject({
      return_shortfall: returned().fiatInCents,
      tenant_payable: -1000,
    });
    const paid = endOf(recordReservePayout(returned(), "0xr", later(due + 6)), returned());
    expect(expectedBalances(paid)).toMatchObject({ return_shortfall: paid.fiatInCents, tenant_payable: -0 });
  });

  test.each([
    ["refused", () => recordReserveRefusal(returned(), "frozen", later(due + 6))],
    ["never made", () => recordNoReservePayout(returned(), later(due + 1200))],
  ])("has it after all where the payout was %s", (_, ends) => {
    const transitions = ends();
    const used = endOf(transitions, returned());
    expect(used.reserve).toMatchObject({ status: "used", heldCents: 0, usedCents: 1000, lookAt: null });
    expect([movedCents(transitions, "tenant_payable"), movedCents(transitions, "return_shortfall")]).toEqual([
      1000, -1000,
    ]);
    expect(expectedBalances(used)).toMatchObject({ return_shortfall: used.fiatInCents - 1000 });
    expect(transitions.flatMap(({ events }) => events ?? [])).toEqual([]);
  });
});

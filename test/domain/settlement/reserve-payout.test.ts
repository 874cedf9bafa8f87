import { describe, expect, test } from "vitest";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import {
  blockReserve,
  countReserveScreen,
  heldReserve,
  isReserveDue,
  keepReserve,
  letReserveGo,
  lookAtDue,
  releaseReserve,
  reserveDailyAt,
  reserveUrgentAt,
  useReserve,
} from "../../../functions/domain/settlement/reserve.ts";
import {
  awaitReserveProof,
  recordNoReservePayout,
  recordReservePayout,
  recordReserveRefusal,
  reserveKey,
} from "../../../functions/domain/settlement/reserve-payout.ts";
import type { Reserve } from "../../../functions/domain/settlement/reserve-record.ts";
import { nextSettlementLook } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, noon, settlementIn } from "../../support/core/samples.ts";
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
    const transitions = recordReservePayout(releasing(), { txHash: "0xreserve" }, later(due + 5));
    const paid = endOf(transitions, releasing());
    expect(paid.reserve).toMatchObject({ status: "released", heldCents: 0, lookAt: null, txHash: "0xreserve" });
    expect(movedCents(transitions, "rail_clearing")).toBe(-1000);
    expect([nextSettlementLook(paid)?.at, reserveDailyAt(paid)]).toEqual([undefined, undefined]);
    expect(recordReservePayout(paid, { txHash: "0xother" }, later(due + 6))).toEqual([]);
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
    const paid = endOf(recordReservePayout(returned(), { txHash: "0xr" }, later(due + 6)), returned());
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

describe("the trail of a reserve", () => {
  const state = deliveredReserve();
  const kept = (change: Partial<Reserve>, from = state) =>
    ({ ...from, reserve: { ...from.reserve, ...change } }) as Settlement;
  const at = later(due);
  const facts = {
    ...{ tenantId: state.tenantId, createdAt: at, reserveId: state.reserve?.id, settlementId: state.id },
    amountCents: 1000,
  };
  const ready = kept({ ready: true });
  const blocked = { reason: "open_dispute", at };

  test("begins with all that is known of it", () => {
    const { settlement } = settlementIn("settling");
    const source = { ...settlement, reserveCents: 1000, reserveDays: 30 } as Settlement;
    const reserve = {
      ...{ id: settlement.id.replace("stl", "rsv"), status: "held", amountCents: 1000, heldCents: 1000, usedCents: 0 },
      ...{ bought: "10.000000", releaseAt: at, lookAt: at, blocked: null, kept: false, letGoAt: null, ready: false },
      ...{ screens: 0, screenedAt: null, refusals: 0, payout: null, orderedAt: null, usdtOut: null, txHash: null },
    };
    expect(heldReserve(source, later(9))).toEqual(reserve);
    const untold = { ...source, payment: { ...source.payment, receivedAt: null } } as Settlement;
    expect(heldReserve(untold, later(9))?.releaseAt).toBe(later(due + 9));
    expect(heldReserve({ ...source, reserveCents: 0 } as Settlement, noon)).toBeNull();
  });

  test("says why it is kept, to its tenant too, and quietly that it still is", () => {
    const [said, ...others] = blockReserve(ready, "open_dispute", at);
    expect(others).toEqual([]);
    expect(said).toMatchObject({ reason: "reserve kept: open_dispute", from: "completed", to: "completed" });
    expect(said?.events).toEqual([
      { name: "reserve.hold_blocked", data: { ...facts, phase: "release", reason: "open_dispute" } },
    ]);
    expect([said?.quiet, said?.next]).toEqual([
      undefined,
      { ...kept({ ready: false, blocked, lookAt: later(due + day) }), updatedAt: at },
    ]);
    const [still] = blockReserve(kept({ blocked }), "open_dispute", later(due + day));
    expect(still).toMatchObject({ reason: "reserve still kept: open_dispute", quiet: true, events: [] });
    expect(still?.next).toEqual(kept({ blocked, lookAt: later(due + 2 * day) }));
    for (const status of ["releasing", "released", "used"] as const)
      expect(blockReserve(kept({ status }), "open_dispute", at)).toEqual([]);
  });

  test("says that it is due, and that it is screened for", () => {
    const [due, ...others] = lookAtDue(state, fair, at);
    expect(others).toEqual([]);
    expect(due).toMatchObject({ reason: "reserve due, nothing speaks against its release" });
    expect(due?.events).toEqual([{ name: "reserve.release_ready", data: { ...facts, releaseAt: at } }]);
    expect(due?.next).toEqual({ ...ready, updatedAt: at });
    const [screened] = countReserveScreen(state, at);
    expect(screened).toMatchObject({ reason: "screened for the reserve's release", quiet: true });
    expect(countReserveScreen(kept({ status: "releasing" }), at)).toEqual([]);
    expect(countReserveScreen(kept({ screenedAt: noon }), later(900))).toEqual([]);
    expect(countReserveScreen(kept({ screenedAt: noon }), later(901))).toHaveLength(1);
  });

  test("says that its payout begins, under the moment at which its key was used first", () => {
    const [begun, ...others] = releaseReserve(kept({ ready: true, blocked }), at);
    expect(others).toEqual([]);
    expect(begun).toMatchObject({
      reason: "reserve released, its payout begins",
      postings: [
        { account: "tenant_reserve", amountCents: 1000 },
        { account: "tenant_payable", amountCents: -1000 },
      ],
    });
    const started: Partial<Reserve> = {
      status: "releasing",
      blocked: null,
      lookAt: later(due + 300),
      usdtOut: "10.000000",
      orderedAt: at,
      payout: { at, ref: null, stalledAt: null },
    };
    expect(begun?.next).toEqual({ ...kept({ ready: true, ...started }), updatedAt: at });
    const [again] = releaseReserve(kept({ ready: true, orderedAt: noon }), at);
    expect(again?.next.reserve?.orderedAt).toBe(noon);
    expect(releaseReserve(state, at)).toEqual([]);
    expect(releaseReserve(ready, later(due - 1))).toEqual([]);
  });

  test("says how its payout ended", () => {
    const [paid] = recordReservePayout(releasing(), { txHash: "0xr" }, later(due + 5));
    expect(paid).toMatchObject({
      reason: "reserve paid out, proof arrived",
      postings: [
        { account: "tenant_payable", amountCents: 1000 },
        { account: "rail_clearing", amountCents: -1000 },
      ],
    });
    const gone = { status: "released", heldCents: 0, txHash: "0xr", lookAt: null, blocked: null } as const;
    expect(paid?.next).toEqual({ ...kept(gone, releasing()), updatedAt: later(due + 5) });
    const reasons = recordReserveRefusal(releasing(), "frozen", later(due + 5)).map(({ reason }) => reason);
    expect(reasons).toEqual(["the rail will not pay the reserve out: frozen", "reserve kept: frozen"]);
    const [unmade, ...others] = recordNoReservePayout(releasing(), later(due + 1200));
    expect([unmade?.reason, others]).toEqual(["the reserve's payout had not been made", []]);
    for (const end of [awaitReserveProof(state, "tr", at), recordReserveRefusal(state, "x", at)])
      expect(end).toEqual([]);
    expect(recordNoReservePayout(state, at)).toEqual([]);
  });

  test("says once, and to the second, that its proof is late", () => {
    const [early] = awaitReserveProof(releasing(), null, later(due + 1799));
    expect(early).toMatchObject({ reason: "the reserve's payout has no proof yet", quiet: true });
    const [late] = awaitReserveProof(releasing(), null, later(due + 1800));
    expect([late?.quiet, late?.next.reserve?.payout]).toEqual([
      undefined,
      { at, ref: null, stalledAt: later(due + 1800) },
    ]);
    const [later2] = awaitReserveProof(late?.next ?? state, null, later(due + 2400));
    expect([later2?.quiet, later2?.next.reserve?.payout?.stalledAt]).toEqual([true, later(due + 1800)]);
  });

  test("says who let it go, and forgets a block of people's own alone", () => {
    const [gone] = letReserveGo(kept({ kept: true, blocked: { reason: "manual", at: noon } }), "apr_1", at);
    expect(gone?.reason).toBe("reserve let go by operators (apr_1)");
    expect(gone?.next).toEqual({ ...kept({ letGoAt: at, lookAt: at }), updatedAt: at });
    expect(letReserveGo(kept({ blocked }), "apr_1", at).at(-1)?.next.reserve?.blocked).toEqual(blocked);
    expect(letReserveGo(kept({ status: "used" }), "apr_1", at)).toEqual([]);
    const [keeping] = keepReserve(kept({ letGoAt: noon }), at);
    expect(keeping?.next.reserve).toMatchObject({ kept: true, letGoAt: null, blocked: { reason: "manual", at } });
    expect(keepReserve(kept({ kept: true }), at)).toEqual([]);
    expect(keepReserve(kept({ status: "released" }), at)).toEqual([]);
  });

  test("is looked at to the second, and by the minute only where it is urgent", () => {
    expect([isReserveDue(state, later(due - 1)), isReserveDue(state, at)]).toEqual([false, true]);
    expect(isReserveDue(kept({ lookAt: null }), at)).toBe(false);
    expect(isReserveDue({ ...state, reserve: null } as Settlement, at)).toBe(false);
    const daily = (change: Partial<Reserve>) => [reserveUrgentAt(kept(change)), reserveDailyAt(kept(change))];
    expect(daily({})).toEqual([undefined, at]);
    expect(daily({ letGoAt: at })).toEqual([at, undefined]);
    expect(daily({ letGoAt: noon })).toEqual([undefined, at]);
    expect(daily({ status: "releasing" })).toEqual([at, undefined]);
    expect(daily({ status: "releasing", lookAt: null })).toEqual([undefined, undefined]);
    expect(daily({ lookAt: null })).toEqual([undefined, undefined]);
    expect(useReserve(kept({ status: "releasing" }), 5)).toEqual({
      ...{ usedCents: 0, left: kept({ status: "releasing" }).reserve },
    });
  });
});

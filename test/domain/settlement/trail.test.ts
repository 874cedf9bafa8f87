import { describe, expect, test } from "vitest";
import type { Refusal } from "../../../functions/domain/core/refusal.ts";
import { decideAction, type SettlementAction } from "../../../functions/domain/settlement/operator-actions.ts";
import {
  askRefund,
  askSendBack,
  callBack,
  isNoOp,
  isSendBackDue,
  postponeSendBack,
  recordSendBack,
  whyNotSendBack,
} from "../../../functions/domain/settlement/payer-refund.ts";
import { nextSettlementLook, park, retryDue, stall } from "../../../functions/domain/settlement/retry-schedule.ts";
import type { Settlement, SettlementStatus } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import { recordScreen, waitFor } from "../../../functions/domain/settlement/transitions.ts";
import { agreed, aRule, lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import { deliveredReserve } from "../../support/settlement/reserve-life.ts";

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement } = settlementIn(status);
  return { ...settlement, ...change, payment: { ...settlement.payment, ...payment } } as Settlement;
}

function act(name: SettlementAction, settlement: Settlement, change: object = {}): SettlementChange | Refusal {
  const { invoice } = settlementIn(settlement.status);
  const rule = aRule({ bps: 250, reserveBps: 1_000 });
  const input = { settlement, invoice, rule, reference: "WIRE-7", verdict: "pass", by: "apr_1", now: later(60) };
  return decideAction(name, { ...input, ...change } as Parameters<typeof decideAction>[1]);
}

const reasonsOf = (change: SettlementChange | Refusal) =>
  [...agreed(change).settlement, ...agreed(change).invoice].map(({ reason }) => reason);
const messageOf = (no: unknown) => (no as Refusal).message;
const held = (change: object = {}) => at("failed", { refundable: true, ...change });
const ordered = () => agreed(askSendBack(held(), "apr_1", later(1))).next;

describe("the trail of operators' decisions about money", () => {
  test("says what they accept, and that less is settled than was asked for", () => {
    const less = agreed(act("accept", at("collecting", { mismatchCents: 4_000 })));
    expect(less.settlement.map(({ reason }) => reason)).toEqual([
      "accepted 4000 of 4000 cents that came, 10000 expected (apr_1)",
    ]);
    expect(less.invoice.map(({ reason }) => reason)[0]).toContain("settles 6000 cents less");
    const more = agreed(act("accept", at("collecting", { mismatchCents: 10_700 })));
    expect(more.settlement[0]?.next).toMatchObject({ unappliedCents: 700, payment: { receivedCents: 10_700 } });
    expect(more.invoice).toHaveLength(1);
    const exact = agreed(act("accept", at("collecting", { mismatchCents: 10_000 })));
    expect(exact.invoice).toHaveLength(1);
  });

  test("has no acceptance without the fee rule, or of what leaves nothing", () => {
    const short = at("collecting", { mismatchCents: 400 });
    expect(messageOf(act("accept", short, { rule: undefined }))).toContain(
      "the fee rule that it was opened with is not kept any more",
    );
    expect(messageOf(act("accept", short, { rule: aRule({ fixedCents: 400 }) }))).toContain(
      "nothing would remain after fee and reserve",
    );
    expect(agreed(act("accept", short, { rule: aRule({ fixedCents: 399 }) })).settlement).toHaveLength(1);
  });

  test("says how much more is waited for, and how held money went back", () => {
    expect(reasonsOf(act("top_up", at("collecting", { mismatchCents: 4_000 })))).toEqual([
      "waiting for 6000 cents more (apr_1)",
    ]);
    expect(reasonsOf(act("returned_off_platform", held()))[0]).toBe(
      "sent 100.00 USD back outside the rail as WIRE-7 (apr_1)",
    );
    const off = agreed(act("returned_off_platform", at("collecting", { mismatchCents: 4_000 })));
    expect(off.settlement[0]).toMatchObject({
      reason: "returned_off_platform: what came was sent back to the payer as WIRE-7",
      next: {
        failureCode: "returned_off_platform",
        sentBack: [{ amountCents: 4_000, reference: "WIRE-7", at: later(60) }],
      },
    });
    expect(off.settlement[0]?.next.sentBack).toEqual([{ amountCents: 4_000, reference: "WIRE-7", at: later(60) }]);
  });

  test("has nobody decide about money that goes back already, but for a reserve", () => {
    const { sendBack } = ordered();
    for (const name of ["return", "returned_off_platform"] as const)
      expect(messageOf(act(name, ordered()))).toContain("it is being sent back already");
    const reserve = { ...deliveredReserve(), sendBack } as Settlement;
    expect(reasonsOf(act("release_reserve", reserve))).toEqual(["reserve let go by operators (apr_1)"]);
  });

  const pending = (status: SettlementStatus = "screening") =>
    lastOf(recordScreen(at(status), verdicts.pending, 1, later(50))).next;

  test("says what a manual review came to, and what goes on after it", () => {
    expect(reasonsOf(act("verdict", pending()))).toEqual([
      "manual review: pass (apr_1)",
      "goes on after manual review",
    ]);
    expect(reasonsOf(act("verdict", pending(), { verdict: "decline" }))).toEqual(["manual review: decline (apr_1)"]);
    const waiting = lastOf(waitFor(pending(), "screen", "T", later(51))).next;
    expect(agreed(act("verdict", waiting)).settlement).toMatchObject([
      {
        reason: "manual review: pass (apr_1)",
        next: { waiting: null },
        follows: [{ kind: "answer_token", token: "T" }],
      },
    ]);
    expect(agreed(act("verdict", waiting)).settlement[0]?.next.screens.at(-1)).toEqual({
      ...{
        stage: "disbursement",
        round: 2,
        outcome: "pass",
        ref: "scr_m",
        risk: null,
        at: later(60),
        source: "operator",
      },
    });
  });

  test("says that a screen is asked again, by the machine that waits or by a new one", () => {
    expect(agreed(act("retry_screen", pending())).settlement).toMatchObject([
      { reason: "screen asked again by an operator", next: { presentation: 2, screenGivenUp: "scr_m" } },
    ]);
    const waiting = lastOf(waitFor(pending(), "screen", "T", later(51))).next;
    expect(agreed(act("retry_screen", waiting)).settlement).toMatchObject([
      { reason: "screen asked again by an operator", next: { presentation: 1, waiting: null, screenDueAt: null } },
    ]);
  });
});

describe("the trail of money that goes back by the rail", () => {
  test("says who asked, and what becomes of it", () => {
    const state = ordered();
    expect(agreed(askSendBack(held(), "apr_1", later(1))).reason).toBe(
      "10000 cents to be sent back by the rail (apr_1)",
    );
    expect(state.sendBack).toEqual({
      ...{ key: `${state.id}:return:1`, amountCents: 10_000, payableCents: 10_000, by: "apr_1" },
      ...{ transferRef: null, lookAt: later(1), at: later(1) },
    });
    const told = (settlement: Settlement, report: Parameters<typeof recordSendBack>[1]) =>
      recordSendBack({ settlement, invoice: settlementIn("failed").invoice, now: later(9) }, report).settlement;
    const [onWay] = told(state, { transferRef: "tr_9", returned: null });
    expect(onWay).toMatchObject({
      reason: "on its way back to the payer as tr_9",
      next: { sendBack: { lookAt: later(609) } },
    });
    expect(onWay && "quiet" in onWay).toBe(false);
    expect(told(onWay?.next ?? state, { transferRef: "tr_9", returned: null })).toMatchObject([{ quiet: true }]);
    expect(told(state, { refused: { code: "too_old" } })).toMatchObject([
      { reason: "the rail did not send the money back: too_old", next: { sendBack: null } },
    ]);
    expect(told(state, { transferRef: "tr_9", returned: "failed" })).toMatchObject([
      { reason: "the rail did not send the money back: return_failed" },
    ]);
    expect(told(state, { transferRef: "tr_9", returned: "sent" })).toMatchObject([
      { reason: "sent 100.00 USD back by the rail as tr_9 (apr_1)" },
    ]);
    expect(told(held(), { transferRef: "tr_9", returned: "sent" })).toEqual([]);
  });

  test("is quiet where the rail gave no answer, and is asked again in ten minutes", () => {
    expect(postponeSendBack(ordered(), later(9))).toMatchObject([
      { reason: "return asked about", quiet: true, next: { sendBack: { lookAt: later(609) } } },
    ]);
    expect(postponeSendBack(held(), later(9))).toEqual([]);
    expect([later(0), later(1), later(2)].map((now) => isSendBackDue(ordered(), now))).toEqual([false, true, true]);
    expect(isSendBackDue(held(), later(9))).toBe(false);
  });

  test("is taken back only where the payer's bank was faster, and the rail had given no reference", () => {
    const overtaken = { ...ordered(), payment: { ...ordered().payment, status: "returned" } } as Settlement;
    expect(callBack(overtaken, later(9))).toMatchObject([
      { reason: "not sent back: the payer's bank has taken it", next: { sendBack: null } },
    ]);
    const known = { ...overtaken, sendBack: { ...ordered().sendBack, transferRef: "tr_9" } } as Settlement;
    expect([overtaken, known, ordered(), held()].map(isNoOp)).toEqual([true, false, false, false]);
    expect(callBack(known, later(9))).toEqual([]);
  });

  test("ends after fifty deposits that the rail has sent, whatever went outside it", () => {
    const many = (count: number, byRail: boolean) => Array.from({ length: count }, () => ({ amountCents: 1, byRail }));
    expect(whyNotSendBack(held({ sentBack: many(49, true) }))).toBeUndefined();
    expect(whyNotSendBack(held({ sentBack: many(50, true) }))).toBe("its rail has sent 50 deposits of it back");
    expect(whyNotSendBack(held({ sentBack: many(50, false) }))).toBeUndefined();
  });

  test("is refused to a tenant in whole words", () => {
    const wish = (state: Settlement, amountCents: number) =>
      askRefund(state, { amountCents, reason: "twice" }, later(1)) as Refusal;
    const noLeg = "the mock adapter has no leg that returns money to a payer";
    expect(messageOf(wish(held({ refundable: false }), 10_000))).toBe(noLeg);
    expect(messageOf(askSendBack(held({ refundable: false }), "apr_1", later(1)))).toBe(noLeg);
    expect(wish(held(), 10_001)).toMatchObject({
      ...{ code: "amount_exceeds_remaining", message: "only 10000 cents of this payment are held" },
      detail: { fields: [{ path: "amountCents", message: "at most 10000" }] },
    });
    expect(wish(held(), 9_999)).toMatchObject({
      ...{ code: "refund_unsupported", message: "the rail sends a deposit back as a whole: 10000 cents" },
      detail: { extra: { refundableCents: 10_000 } },
    });
    expect(agreed(askRefund(held(), { amountCents: 10_000, reason: "twice" }, later(1))).reason).toBe(
      "10000 cents to be sent back by the rail (refund: twice)",
    );
  });
});

describe("the trail of a settlement that waits", () => {
  test("says why it is parked, since when, and not after its end", () => {
    expect(park(at("screened"), "HopFailed", later(9))).toMatchObject([
      {
        reason: "parked: HopFailed",
        next: { parked: { reason: "HopFailed", since: later(9), until: later(309) }, parkedSince: later(9) },
      },
    ]);
    const again = at("screened", { parkedSince: noon });
    expect(lastOf(park(again, "HopFailed", later(9))).next.parked?.since).toBe(noon);
    for (const status of ["completed", "declined", "failed"] as const) expect(park(at(status), "x", noon)).toEqual([]);
  });

  test("says once that the rail takes longer than it may, to the second", () => {
    const state = at("settling", { stalledAt: null });
    expect(stall(state, later(1_799))).toEqual([]);
    const [late] = stall(state, later(1_800));
    expect(late).toMatchObject({
      reason: "stalled: nothing came of it within 1800 seconds",
      next: { stalledAt: later(1_800) },
    });
    expect(stall(late?.next ?? state, later(9_999))).toEqual([]);
    expect(stall(at("collecting", { mismatchCents: 5, stalledAt: null }), later(9_999_999))).toEqual([]);
  });

  test("says that it is tried again, once that is due", () => {
    const parked = lastOf(park(at("screened"), "HopFailed", noon)).next;
    expect(retryDue(parked, later(299))).toEqual([]);
    expect(retryDue(parked, later(300))).toMatchObject([
      {
        reason: "tried again",
        next: { presentation: 2, parked: null },
        follows: [{ kind: "start_settlement", presentation: 2 }],
      },
    ]);
    const waiting = at("screening", { screenDueAt: later(9), waiting: { state: "screen", token: "T" } });
    expect(retryDue(waiting, later(8))).toEqual([]);
    expect(retryDue(waiting, later(9))).toMatchObject([
      {
        reason: "screen due again",
        next: { waiting: null, screenDueAt: null },
        follows: [{ kind: "answer_token", token: "T" }],
      },
    ]);
    const machineless = at("screening", { screenDueAt: later(9), waiting: null, updatedAt: noon });
    expect([retryDue(machineless, later(1_799)).length, retryDue(machineless, later(1_800)).length]).toEqual([0, 1]);
  });

  test("is looked at again where something is to come of it, and never once it has ended", () => {
    expect(nextSettlementLook(at("completed"))).toBeUndefined();
    expect(nextSettlementLook(at("screening", { updatedAt: noon }))).toMatchObject({ at: later(1_800) });
  });
});

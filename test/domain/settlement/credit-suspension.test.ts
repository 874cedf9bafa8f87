import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { Transition } from "../../../functions/domain/core/transition.ts";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { startConversion } from "../../../functions/domain/settlement/conversion.ts";
import {
  type CreditSuspension,
  holdForCredit,
  isHoldDue,
  isOnHold,
  keepOnHold,
  raisedBy,
  raisedRule,
} from "../../../functions/domain/settlement/credit-suspension.ts";
import { openSettlement } from "../../../functions/domain/settlement/open-settlement.ts";
import { openActions } from "../../../functions/domain/settlement/operator-actions.ts";
import { acceptAmount } from "../../../functions/domain/settlement/operator-money-actions.ts";
import { nextSettlementLook, retryDue } from "../../../functions/domain/settlement/retry-schedule.ts";
import { returnWindowEnds } from "../../../functions/domain/settlement/return-window.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { type Settlement, settlement, settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import {
  gateOutcome,
  recordScreen,
  unansweredScreens,
  waitFor,
} from "../../../functions/domain/settlement/transitions.ts";
import { viewSettlement } from "../../../functions/domain/settlement/view.ts";
import {
  agreed,
  aRule,
  aSentInvoice,
  aTenant,
  lastOf,
  later,
  noon,
  settlementIn,
  verdicts,
} from "../../support/core/samples.ts";

const vamp: CreditSuspension = { program: "vamp", since: noon, reason: "ratio" };
const until = returnWindowEnds({ source: "ach", holderType: "business" }, noon);
const sixHours = 21_600;

function agreedOn(transition: Transition<Settlement> | undefined): Transition<Settlement> {
  if (!transition) throw new Error("there is no hop");
  return transition;
}

function collected(change: Partial<Settlement> = {}): Settlement {
  return { ...settlementIn("screening").settlement, ...change } as Settlement;
}

function held(change: Partial<Settlement> = {}): Settlement {
  return lastOf(holdForCredit(collected(change), vamp, later(1))).next;
}

/** Held, with a machine that waits. */
function waiting(): Settlement {
  return lastOf(waitFor(held(), "screen", "t", later(2))).next;
}

describe("a settlement whose tenant's credit is suspended", () => {
  test("is put on hold until its return window ends, once, and says why", () => {
    const [transition, ...more] = holdForCredit(collected(), vamp, later(1));
    expect(more).toEqual([]);
    expect(transition).toMatchObject({
      from: "screening",
      to: "screening",
      reason: `on hold until its return window ends at ${until}: the tenant's vamp credit is suspended (ratio)`,
      next: { creditHold: { program: "vamp", since: later(1), until, endedAt: null } },
    });
    expect(transition?.events).toEqual([]);
    expect(holdForCredit(agreedOn(transition).next, vamp, later(2))).toEqual([]);
  });

  test.each([
    ["three banking days for a business's debit", { holderType: "business" }, "2026-11-26T05:00:00.000Z"],
    ["five for a sent credit", { source: "ach_push" }, "2026-12-01T05:00:00.000Z"],
    ["60 days for an individual's debit", { holderType: "individual" }, "2027-01-22T05:00:00.000Z"],
    ["60 days where nobody knows whose account it is", { holderType: "unknown" }, "2027-01-22T05:00:00.000Z"],
  ] as const)("waits %s", (_, change, ends) => {
    expect(held({ payment: { ...collected().payment, ...change } }).creditHold?.until).toBe(ends);
  });

  test("waits though its wallet has passed, and is screened anew after that", () => {
    const { settlement: screened } = settlementIn("screened");
    const after = lastOf(holdForCredit(screened, vamp, later(1))).next;
    expect([gateOutcome(screened), gateOutcome(after)]).toEqual(["pass", "pending"]);
    expect(startConversion(after, later(2))).toBeInstanceOf(Refusal);
  });

  test.each(settlementStatuses.filter((each) => each !== "screening" && each !== "screened"))(
    "is not held while %s",
    (status) => {
      expect(holdForCredit(settlementIn(status).settlement, vamp, later(1))).toEqual([]);
    },
  );

  test("is not held once the window is over, nor where the rail has paid out by itself", () => {
    expect(holdForCredit(collected(), vamp, until)).toEqual([]);
    expect(holdForCredit(collected({ keepsReserve: false }), vamp, later(1))).toEqual([]);
  });

  test("has a tenth kept back at least, and is told whose suspension raised that", () => {
    const rules = [999, 1000, 1001].map((reserveBps) => aRule({ reserveBps }));
    expect(rules.map((rule) => raisedRule(rule, "vamp").reserveBps)).toEqual([1000, 1000, 1001]);
    expect(rules.map((rule) => raisedRule(rule, null))).toEqual(rules);
    expect(rules.map((rule) => raisedBy(rule, vamp))).toEqual(["vamp", null, null]);
    expect(rules.map((rule) => raisedBy(rule, null))).toEqual([null, null, null]);
  });

  test("is looked at in six hours, or at the window's end where that is sooner", () => {
    const dueAt = (now: string) => lastOf(holdForCredit(collected(), vamp, now)).next.screenDueAt;
    expect(dueAt(addSeconds(until, -sixHours - 1))).toBe(addSeconds(until, -1));
    expect(dueAt(addSeconds(until, -sixHours + 1))).toBe(until);
  });

  test("goes on in plain words: its window has ended, or the credit is reinstated", () => {
    const on = held();
    const whyAt = (suspended: CreditSuspension, now: string) => lastOf(holdForCredit(on, suspended, now)).reason;
    expect([whyAt(vamp, until), whyAt(null, until), whyAt(null, later(9))]).toEqual([
      "goes on to its screen: its return window has ended",
      "goes on to its screen: its return window has ended",
      "goes on to its screen: the tenant's credit is reinstated",
    ]);
    expect(lastOf(holdForCredit(on, null, later(9))).next).toMatchObject({
      ...{ creditHold: { ...on.creditHold, endedAt: later(9) }, screenDueAt: null },
    });
  });

  test("keeps waiting quietly where its look was due, or none was set", () => {
    const [soon, none] = [held({}), { ...held(), screenDueAt: null }];
    expect(holdForCredit(soon, vamp, later(2))).toEqual([]);
    for (const state of [none, { ...soon, screenDueAt: later(2) }])
      expect(holdForCredit(state, vamp, later(2))).toMatchObject([
        { quiet: true, reason: "still on hold", next: { screenDueAt: later(2 + sixHours) } },
      ]);
  });

  test("is not held where no credit is suspended", () => {
    expect(holdForCredit(collected(), null, later(1))).toEqual([]);
  });
});

describe("a settlement on hold", () => {
  test("is looked at every six hours without a line on its trail, and at the end of the window", () => {
    const state = waiting();
    expect(nextSettlementLook(state)?.at).toBe(later(1 + sixHours));
    expect(isHoldDue(state, later(sixHours))).toBe(false);
    expect(keepOnHold(state, vamp, later(sixHours))).toEqual([]);
    const at = later(1 + sixHours);
    const [transition] = keepOnHold(state, vamp, at);
    expect(transition).toMatchObject({ quiet: true, next: { screenDueAt: addSeconds(at, sixHours) } });
    const last = lastOf(keepOnHold(state, vamp, addSeconds(until, -60))).next;
    expect(nextSettlementLook(last)?.at).toBe(until);
    expect(keepOnHold(last, vamp, until)).toEqual([]);
  });

  test.each([
    ["the window is over", vamp, until, "its return window has ended"],
    ["credit is reinstated", null, later(1 + sixHours), "the tenant's credit is reinstated"],
  ])("wakes its machine when %s, which ends the hold", (_, suspended, at, why) => {
    const state = waiting();
    expect(keepOnHold(state, suspended, at)).toEqual([]);
    const [woken] = retryDue(state, at);
    expect(woken).toMatchObject({ follows: [{ kind: "answer_token", token: "t" }] });
    const [transition] = holdForCredit(agreedOn(woken).next, suspended, at);
    expect(transition).toMatchObject({ reason: `goes on to its screen: ${why}`, next: { screenDueAt: null } });
    expect(isOnHold(agreedOn(transition).next)).toBe(false);
  });

  test("gets another machine where none waits", () => {
    const at = later(1 + sixHours);
    expect(keepOnHold(held(), vamp, at)).toEqual([]);
    const [again] = retryDue(held(), at);
    expect(again).toMatchObject({ follows: [{ kind: "start_settlement", presentation: 2 }] });
    expect(isOnHold(agreedOn(again).next)).toBe(true);
  });

  test("is shown to operators as in flight until the window ends, and they may give it up", () => {
    const state = waiting();
    expect(reviewReason(state)).toEqual({
      kind: "in_flight",
      reason:
        "on hold before its screen until the payer's bank can take nothing back: the tenant's vamp credit is suspended",
      since: later(1),
      deadline: until,
    });
    expect(openActions(state)).toEqual(["fail"]);
  });

  test("is shown to its tenant while it lasts", () => {
    expect(viewSettlement(held()).creditHold).toEqual({ program: "vamp", since: later(1), until });
    const over = lastOf(holdForCredit(held(), null, later(2))).next;
    expect(viewSettlement(over).creditHold).toBeNull();
    expect(viewSettlement(collected()).creditHold).toBeNull();
  });

  test("fails with its return, and nothing was converted", () => {
    const { invoice } = settlementIn("screening");
    const { settlement: transitions } = receiveRailEvent(
      waiting(),
      invoice,
      { kind: "returned", code: "R10" },
      later(9),
    );
    expect(lastOf(transitions)).toMatchObject({
      to: "failed",
      follows: expect.arrayContaining([{ kind: "answer_token", token: "t" }]),
      next: { failureCode: "payment_returned", usdtOut: null },
    });
    expect(isOnHold(lastOf(transitions).next)).toBe(false);
    expect(gateOutcome(lastOf(transitions).next)).toBe("ended");
  });
});

describe("screens that had no answer before a hold", () => {
  const silent = lastOf(recordScreen(collected(), verdicts.silent, 1, later(1))).next;
  const onHold = lastOf(holdForCredit(silent, vamp, later(60))).next;
  const over = lastOf(holdForCredit(onHold, vamp, until)).next;

  test("wait for nobody while it lasts", () => {
    expect(reviewReason(silent)?.kind).toBe("screening");
    expect(reviewReason(onHold)?.kind).toBe("in_flight");
  });

  test("do not count against the 24 hours that a screen may take after it", () => {
    expect(unansweredScreens(over)).toEqual([]);
    const again = lastOf(recordScreen(over, verdicts.silent, 2, addSeconds(until, 1))).next;
    expect([again.status, unansweredScreens(again).length]).toEqual(["screening", 1]);
  });
});

describe("a row from before there were holds", () => {
  test("reads as one that is on none", () => {
    const { creditHold: _, reserveRaisedBy: __, ...old } = collected();
    expect(settlement.parse(old)).toMatchObject({ creditHold: null, reserveRaisedBy: null });
  });
});

describe("a payment accepted while credit is suspended", () => {
  const { settlement: plain } = settlementIn("created");
  const input = {
    ...{ settlementId: plain.id, paymentId: plain.payment.id, partnerCustomerId: "c" },
    ...{ tenant: aTenant({ creditSuspended: vamp }), rail: "mock", conversionVendor: "mock" },
    source: "ach",
    screen: { stage: "collection", round: 1, outcome: "pass", ref: "scr_1", risk: "low", at: noon },
  } as const;

  function open(amountCents: number, reserveBps: number, keepsReserve = true) {
    const rule = aRule({ bps: 250, reserveBps });
    return lastOf(
      agreed(openSettlement({ ...input, invoice: aSentInvoice(), amountCents, rule, keepsReserve }, noon)).settlement,
    );
  }

  test("keeps a tenth of what remains after its fee, and says why", () => {
    expect(open(10_000, 300)).toMatchObject({
      reason: expect.stringMatching(/^payment accepted, its reserve raised: the tenant's vamp credit is suspended;/),
      next: { feeCents: 250, reserveCents: 975, netCents: 8775, reserveRaisedBy: "vamp" },
    });
  });

  test.each([
    ["its rule keeps as much", 1000, true, 975],
    ["its rule keeps more", 2000, true, 1950],
    ["its rail keeps nothing", 0, false, 0],
  ])("is as ever where %s", (_, reserveBps, keepsReserve, reserveCents) => {
    const { reason, next } = open(10_000, reserveBps, keepsReserve);
    expect([reason.split(";")[0], next.reserveRaisedBy, next.reserveCents]).toEqual([
      "payment accepted",
      null,
      reserveCents,
    ]);
  });

  test("leaves a cent at least of every amount", () => {
    for (let amountCents = 1; amountCents <= 50; amountCents += 1) {
      const { feeCents, reserveCents, netCents } = open(amountCents, 0).next;
      expect([feeCents + reserveCents + netCents, netCents >= 1]).toEqual([amountCents, true]);
    }
  });

  test("stays raised where operators accept less than was asked for", () => {
    const state = open(10_000, 0).next;
    const short = { ...state, status: "collecting", mismatchCents: 8_000 } as Settlement;
    const invoice = settlementIn("collecting").invoice;
    const rule = aRule({ bps: 250 });
    const reply = agreed(acceptAmount({ settlement: short, invoice, rule, reference: "", by: "apr_1", now: noon }));
    expect(lastOf(reply.settlement).next).toMatchObject({ fiatInCents: 8_000, feeCents: 200, reserveCents: 780 });
  });
});

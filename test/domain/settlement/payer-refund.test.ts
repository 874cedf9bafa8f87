import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentStatuses } from "../../../functions/domain/core/payment-status.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { heldMoney, offRailCents, sentBackCents } from "../../../functions/domain/settlement/held-funds.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import { openActions } from "../../../functions/domain/settlement/operator-actions.ts";
import {
  askRefund,
  askSendBack,
  isSendBackDue,
  recordSendBack,
  refundable,
  refundTerms,
} from "../../../functions/domain/settlement/payer-refund.ts";
import { type Settlement, settlementStatuses } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { agreed, later, settlementIn } from "../../support/core/samples.ts";
import { apply, balances, came, type Life, lifeOf, rail, reviewAction } from "../../support/settlement/review-life.ts";

const { settlement, invoice } = settlementIn("failed");

function held(refundable: boolean): Settlement {
  const payment = { ...settlement.payment, status: "succeeded" as const };
  return { ...settlement, payment, refundable } as Settlement;
}

function asked(): Settlement {
  return agreed(askSendBack(held(true), "two operators", later(1))).next;
}

function said(state: Settlement, returned: "sent" | "failed" | null, atSeconds = 2): SettlementChange {
  return recordSendBack({ settlement: state, invoice, now: later(atSeconds) }, { transferRef: "tr_9", returned });
}

describe("what a payment says of its refund", () => {
  const anyState = fc
    .record({
      status: fc.constantFrom(...settlementStatuses),
      payment: fc.record({
        status: fc.constantFrom(...paymentStatuses),
        receivedCents: fc.constantFrom(null, 1, 10_000),
        payoutRef: fc.constantFrom(null, "tr_1"),
      }),
      ...{ refundable: fc.boolean(), mismatchCents: fc.constantFrom(null, 0, 1), unappliedCents: fc.nat(2) },
      declineReason: fc.constantFrom("kyt_declined", "screening_unavailable"),
      txHash: fc.constantFrom(null, "0xproof"),
      reconBreaks: fc
        .constantFrom("funds_after_failure", "payout_under_way", "none")
        .map((kind) => [{ kind, at: later(1) }]),
      ...{ disputes: fc.constantFrom([], ["cas_1"]), disputesLost: fc.constantFrom([], ["cas_1"]) },
      ...{ networkRefundCents: fc.nat(1), ordered: fc.boolean(), isScreened: fc.boolean() },
    })
    .map(({ payment, ordered, isScreened, ...change }) => {
      const { settlement: state } = settlementIn(change.status);
      const sendBack = ordered ? asked().sendBack : null;
      const screens = isScreened ? state.screens : [];
      return {
        ...state,
        ...change,
        sendBack,
        screens,
        payment: { ...state.payment, ...payment },
      } as unknown as Settlement;
    });

  test("is what the refund route answers, in every state", () => {
    let yes = 0;
    fc.assert(
      fc.property(anyState, fc.integer({ min: 1, max: 20_000 }), (state, otherCents) => {
        const { available, amountCents, until, reason } = refundable(state);
        yes += Number(available);
        const answer = (cents: number) => askRefund(state, { amountCents: cents, reason: "wish" }, later(9));
        expect(answer(Math.max(amountCents, 1)) instanceof Refusal).toBe(!available);
        if (otherCents !== amountCents) expect(answer(otherCents)).toBeInstanceOf(Refusal);
        expect(reason === null).toBe(available);
        const { tenantPayableCents, unappliedCents } = heldMoney(state);
        if (available) expect(amountCents).toBe(tenantPayableCents + unappliedCents);
        if (tenantPayableCents > 0) expect(refundTerms.settlementStatuses).toContain(state.status);
        expect(viewPayment(state).refundable).toEqual({ available, amountCents, until, reason });
      }),
      { numRuns: 3_000 },
    );
    expect(yes).toBeGreaterThan(10);
  });

  test("is what the route answers at every moment: it accepts before `until`, and refuses from then on", () => {
    const ended = { bridge: 0, mock: 0 };
    const aMoment = fc.integer({ min: 1, max: 200 * 86_400 }).map(later);
    fc.assert(
      fc.property(
        anyState,
        fc.constantFrom("bridge" as const, "mock" as const),
        fc.option(aMoment, { nil: null }),
        aMoment,
        (any, rail, receivedAt, now) => {
          const state = { ...any, rail, payment: { ...any.payment, receivedAt } } as Settlement;
          const { available, amountCents, until } = refundable(state);
          const isTaken = available && (until === null || now < until);
          const answer = askRefund(state, { amountCents: Math.max(amountCents, 1), reason: "wish" }, now);
          expect(answer instanceof Refusal).toBe(!isTaken);
          if (rail === "mock" || receivedAt === null || !available) expect(until).toBeNull();
          else expect(until).toBe(addDays(receivedAt, 60));
          ended[rail] += Number(available && !isTaken);
        },
      ),
      { numRuns: 5_000 },
    );
    expect(ended.bridge).toBeGreaterThan(5);
    expect(ended.mock).toBe(0);
  });
});

describe("a refund that somebody may lose twice", () => {
  const wish = { amountCents: settlement.fiatInCents, reason: "ordered twice" };

  test.each([
    ["in dispute", { disputes: ["cas_1"] }],
    ["lost to a dispute", { disputesLost: ["cas_1"] }],
    ["given back by the card network", { networkRefundCents: 1 }],
  ])("is refused while the payment is %s", (_, change) => {
    expect(agreed(askRefund(held(true), wish, later(1))).next.sendBack).not.toBeNull();
    const no = askRefund({ ...held(true), ...change }, wish, later(1));
    expect(no).toMatchObject({ code: "action_not_available" });
    expect(askRefund({ ...held(false), ...change }, wish, later(1))).toMatchObject({ code: "refund_unsupported" });
  });
});

test.each([
  ["in dispute", { disputes: ["cas_1"] }],
  ["lost to a dispute", { disputesLost: ["cas_1"] }],
  ["given back by the card network", { networkRefundCents: 1 }],
])("operators do not send back by the rail what is %s either", (_, change) => {
  const state = { ...held(true), ...change };
  expect(askSendBack(state, "two operators", later(1))).toMatchObject({ code: "action_not_available" });
  expect(openActions(state)).not.toContain("return");
});

describe("held money on a rail that can send it back", () => {
  test("is told to go under a key of its own, and leaves the books when the rail says so", () => {
    const state = asked();
    expect(state.sendBack).toMatchObject({ key: `${state.id}:return:1`, amountCents: state.fiatInCents });
    expect(isSendBackDue(state, later(1))).toBe(true);
    const onItsWay = said(state, null).settlement.at(-1)?.next ?? state;
    expect(onItsWay.sendBack).toMatchObject({ transferRef: "tr_9", lookAt: later(602) });
    const gone = said(onItsWay, "sent", 602).settlement.at(-1)?.next ?? state;
    expect(gone).toMatchObject({ sendBack: null, payment: { status: "refunded" } });
    expect([sentBackCents(gone), offRailCents(gone)]).toEqual([gone.fiatInCents, 0]);
    expect(Object.values(expectedBalances(gone)).every((cents) => Math.abs(cents) === 0)).toBe(true);
    expect(said(gone, "sent").settlement).toEqual([]);
  });

  test("shows on the payment where it stands", () => {
    const seen = (state: Settlement) => viewPayment(state).refund;
    const { fiatInCents: amountCents } = settlement;
    expect(seen(held(true))).toBeNull();
    expect(seen(asked())).toEqual({ amountCents, status: "pending", reference: null });
    const once = (returned: "sent" | "failed") => seen(said(asked(), returned).settlement.at(-1)?.next ?? settlement);
    expect(once("sent")).toEqual({ amountCents, status: "sent", reference: "tr_9" });
    expect(once("failed")).toEqual({ amountCents, status: "failed", reference: null });
  });

  test("stays held where the rail fails, and goes under the next key when it is asked again", () => {
    const failed = said(asked(), "failed").settlement.at(-1)?.next ?? asked();
    expect(failed).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_failed" }] });
    expect(openActions(failed)).toContain("return");
    const again = askSendBack(failed, "two operators", later(9));
    expect(again).toMatchObject({ next: { sendBack: { key: `${failed.id}:return:2` } } });
  });

  test("is not asked for twice, and nobody else decides about it meanwhile", () => {
    expect(askSendBack(asked(), "others", later(3))).toMatchObject({ code: "action_not_available" });
    expect(openActions(asked())).toEqual([]);
  });
});

describe("a refund that a tenant asks for", () => {
  const wish = (state: Settlement, amountCents: number) =>
    askRefund(state, { amountCents, reason: "ordered twice" }, later(1));

  test("is for all that is held, and its caller has a minute to tell the rail", () => {
    const { next, reason } = agreed(wish(held(true), 10_000));
    expect(next.sendBack).toMatchObject({ amountCents: 10_000, lookAt: later(61) });
    expect(reason).toContain("refund: ordered twice");
  });

  test.each([
    ["more than is held", 10_001, "amount_exceeds_remaining"],
    ["a part of it", 9_999, "refund_unsupported"],
  ])("of %s is refused", (_, amountCents, code) => {
    expect(wish(held(true), amountCents)).toMatchObject({ code });
  });

  test.each([
    ["was delivered", settlementIn("completed").settlement],
    ["is being settled", settlementIn("settling").settlement],
    ["has not come yet", settlementIn("collecting").settlement],
    ["is blocked by a screen", settlementIn("declined").settlement],
    ["goes back already", asked()],
  ])("of money that %s is refused as things stand", (_, state) => {
    expect(wish({ ...state, refundable: true }, 10_000)).toMatchObject({ code: "action_not_available" });
    expect(wish({ ...state, refundable: false }, 10_000)).toMatchObject({ code: "refund_unsupported" });
  });
});

/** Held money of a life that goes back now. */
function goingBack(life: Life): Life {
  life.settlement = { ...life.settlement, refundable: true };
  life.settlement = agreed(askSendBack(life.settlement, "apr_1", later(1))).next;
  return life;
}

function isSent(life: Life): void {
  const input = { settlement: life.settlement, invoice: life.invoice, now: later(9) };
  apply(life, recordSendBack(input, { transferRef: "tr_9", returned: "sent" }));
  expect(life.settlement.sendBack).toBeNull();
}

describe("while money goes back, what happens meanwhile loses no cent:", () => {
  test("the rest that comes completes nothing and stays held", () => {
    const life = goingBack(came(6_000));
    rail(life, { kind: "funds_received", totalCents: 10_000 });
    rail(life, { kind: "funds_received", totalCents: 10_000 });
    expect(life.settlement.status).toBe("collecting");
    expect(reviewAction(life, "accept")).toMatchObject({ code: "action_not_available" });
    isSent(life);
    expect(life.settlement).toMatchObject({
      ...{ status: "failed", unappliedCents: 4_000, payment: { status: "refunded" } },
    });
    expect(balances(life)).toEqual({ rail_clearing: 4_000, unapplied_receipts: -4_000 });
  });

  test("a rail that counts each deposit by itself adds to what is held as well", () => {
    const life = came(6_000);
    reviewAction(life, "top_up");
    goingBack(life);
    rail(life, { kind: "funds_received", amountCents: 4_000 });
    isSent(life);
    expect(balances(life)).toEqual({ rail_clearing: 4_000, unapplied_receipts: -4_000 });
  });

  test("the payer's bank taking it back as well is our loss, and shown", () => {
    const life = goingBack(lifeOf(settlementIn("failed")));
    rail(life, { kind: "returned", code: "R10" });
    isSent(life);
    expect(life.settlement).toMatchObject({
      ...{ payment: { status: "returned" }, reconBreaks: [{ kind: "return_after_refund" }] },
    });
    expect(balances(life)).toEqual({ ...{ tenant_payable: 10_000, rail_clearing: -20_000, return_shortfall: 10_000 } });
    expect(expectedBalances(life.settlement)).toMatchObject({ return_shortfall: 10_000 });
  });

  test("a payout that proves itself after all leaves both on the books", () => {
    const life = goingBack(lifeOf(settlementIn("failed")));
    const { netCents } = life.settlement;
    rail(life, { kind: "payment_processed", txHash: "0xlate" });
    isSent(life);
    expect(life.settlement.payment.status).toBe("refunded");
    expect(balances(life)).toEqual({
      ...{ tenant_payable: 10_000, payout_after_return: netCents, rail_clearing: -10_000 - netCents },
    });
  });
});

test("a rail without such a leg refuses, and operators are not offered it", () => {
  expect(askSendBack(held(false), "two operators", later(1))).toMatchObject({ code: "refund_unsupported" });
  expect(openActions(held(false))).not.toContain("return");
  expect(openActions(held(true))).toContain("return");
});

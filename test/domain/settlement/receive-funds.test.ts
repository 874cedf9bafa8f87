import { describe, expect, test } from "vitest";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { railTells, receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { cancelCollection, whyNotCancel } from "../../../functions/domain/settlement/collection.ts";
import { recordConversion, startConversion } from "../../../functions/domain/settlement/conversion.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordPayout } from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, settlementIn } from "../../support/core/samples.ts";

type Pair = ReturnType<typeof settlementIn>;

function came(totalCents: number): RailEvent {
  return { kind: "funds_received", totalCents };
}

function told(pair: Pair, ...events: RailEvent[]): Pair & { names: string[]; unapplied: number } {
  const change = railTells(pair.settlement, pair.invoice, events, later(1));
  const postings = change.settlement.flatMap((transition) => transition.postings ?? []);
  const unapplied = postings.reduce(
    (sum, { account, amountCents }) => sum + (account === "unapplied_receipts" ? amountCents : 0),
    0,
  );
  return {
    settlement: change.settlement.at(-1)?.next ?? pair.settlement,
    invoice: change.invoice.at(-1)?.next ?? pair.invoice,
    names: change.settlement.flatMap((transition) => (transition.events ?? []).map(({ name }) => name)),
    unapplied,
  } as Pair & { names: string[]; unapplied: number };
}

const asked = settlementIn("collecting").settlement.fiatInCents;

describe("money that a rail tells by its total", () => {
  test("is collected when it is what was asked, and a repeat changes nothing", () => {
    const paid = told(settlementIn("collecting"), came(asked));
    expect(paid.settlement.status).toBe("screening");
    expect(told(paid, came(asked)).settlement).toBe(paid.settlement);
  });

  test("is parked when it is short, told again at every other amount, and collected once the rest has come", () => {
    const short = told(settlementIn("collecting"), came(asked - 100));
    expect(short).toMatchObject({ names: ["settlement.amount_mismatch"], unapplied: 100 - asked });
    expect(told(short, came(asked - 100)).settlement).toBe(short.settlement);
    const nearer = told(short, came(asked - 1));
    expect(nearer.settlement).toMatchObject({ status: "collecting", mismatchCents: asked - 1 });
    expect(nearer).toMatchObject({ names: ["settlement.amount_mismatch"], unapplied: -99 });
    const whole = told(nearer, came(asked));
    expect(whole.settlement).toMatchObject({ status: "screening", mismatchCents: null, unappliedCents: 0 });
    expect(whole).toMatchObject({ names: [], unapplied: asked - 1 });
  });

  test("is older than a return before which nobody had told what came", () => {
    const back = told(settlementIn("collecting"), { kind: "returned", code: "R10" });
    expect(back.settlement).toMatchObject({ status: "failed", payment: { status: "returned" } });
    expect(told(back, came(asked)).settlement).toBe(back.settlement);
  });

  test.each(["screening", "converting", "settling", "completed", "declined"] as const)(
    "is a mismatch when more comes while it is %s, once, and the status stays",
    (status) => {
      const pair = settlementIn(status);
      const twice = told(pair, came(asked * 2));
      expect(twice.settlement).toMatchObject({ status, unappliedCents: asked });
      expect(twice).toMatchObject({ names: ["settlement.amount_mismatch"], unapplied: -asked });
      expect(expectedBalances(twice.settlement).unapplied_receipts).toBe(-asked);
      expect(told(twice, came(asked * 2)).settlement).toBe(twice.settlement);
    },
  );

  test("is collected when it is the rest that operators wait for", () => {
    const { settlement, invoice } = settlementIn("collecting");
    const payment = { ...settlement.payment, receivedCents: asked - 100, receivedAt: later(0) };
    const waiting = { settlement: { ...settlement, payment, unappliedCents: asked - 100 }, invoice };
    expect(told(waiting, came(asked)).settlement).toMatchObject({ status: "screening", unappliedCents: 0 });
    expect(told(waiting, came(asked - 40)).settlement).toMatchObject({ mismatchCents: asked - 40 });
  });

  test("is one late payment, however it comes after the collection was given up", () => {
    const gone = told(settlementIn("collecting"), { kind: "failed", code: "x" });
    const late = told(gone, came(asked - 1), came(asked));
    expect(late.settlement.reconBreaks).toMatchObject([{ kind: "funds_after_failure" }]);
    expect(late.settlement.payment).toMatchObject({ status: "failed", receivedCents: asked });
    expect(expectedBalances(late.settlement)).toMatchObject({ tenant_payable: -asked });
  });

  test("is an extra when a part of it had come before the collection was given up", () => {
    const gone = told(settlementIn("collecting"), came(40), { kind: "failed", code: "x" });
    const more = told(gone, came(100));
    expect(more.settlement).toMatchObject({ reconBreaks: [], mismatchCents: 40, unappliedCents: 60 });
    expect(more).toMatchObject({ names: ["settlement.amount_mismatch"], unapplied: -60 });
  });

  test("that comes after the payment went back is held", () => {
    const gone = told(settlementIn("screening"), { kind: "returned", code: "R10" });
    const again = told(gone, came(asked * 2));
    expect(again.settlement).toMatchObject({ payment: { status: "returned" }, unappliedCents: asked });
    expect(expectedBalances(again.settlement).unapplied_receipts).toBe(-asked);
  });
});

describe("a code about a payment", () => {
  test.each(["R61", "R71", "C61"])("that banks have among themselves, %s, moves nothing and is shown once", (code) => {
    const pair = settlementIn("completed");
    const noted = told(pair, { kind: "returned", code });
    expect(noted.settlement).toMatchObject({
      status: "completed",
      payment: { status: "succeeded" },
      reconBreaks: [{ kind: `ach_${code}` }],
    });
    expect(told(noted, { kind: "returned", code }).settlement).toBe(noted.settlement);
  });

  test("that a rail does not give takes the money back all the same", () => {
    const back = told(settlementIn("completed"), { kind: "returned", code: "unspecified" });
    expect(back.settlement.payment).toMatchObject({ status: "returned", returnCode: null });
  });
});

describe("a proof that tells what the wallet got", () => {
  const proof = (paid: string): RailEvent => ({ kind: "payment_processed", txHash: "0x1", paid });

  test("completes; the same amount written otherwise is no difference", () => {
    const { settlement } = settlementIn("settling");
    const short = (settlement.usdtOut ?? "").replace(/\.?0+$/, "");
    const done = told(settlementIn("settling"), proof(short));
    expect(done.settlement).toMatchObject({ status: "completed", reconBreaks: [] });
  });

  test("and differs from what was ordered is shown as a break", () => {
    const done = told(settlementIn("settling"), proof("1.00"));
    expect(done.settlement).toMatchObject({ status: "completed", reconBreaks: [{ kind: "payout_amount_mismatch" }] });
  });

  test("names the payout by the rail's own reference", () => {
    const [transition] = recordPayout(settlementIn("settling").settlement as Settlement, "t", later(1), "tr_2");
    expect(transition?.next.payment.payoutRef).toBe("tr_2");
  });
});

test("a conversion that is on its way keeps its reference until it is delivered", () => {
  const transitions = startConversion(settlementIn("screened").settlement, later(1));
  if (!Array.isArray(transitions)) throw new Error("refused");
  const done = lastOf(
    recordConversion({ ...lastOf(transitions).next, conversionRef: "on_1" }, { rate: "1" }, later(2)),
  );
  expect(done.next).toMatchObject({ status: "settling", conversionRef: "on_1" });
  expect(receiveRailEvent(done.next, settlementIn("screened").invoice, came(0), later(3)).settlement).toEqual([]);
});

function at(status: SettlementStatus, change: object = {}, payment: object = {}): Settlement {
  const { settlement: state } = settlementIn(status);
  return settlement.parse({ ...state, ...change, payment: { ...state.payment, ...payment } });
}

const moneyCame = "money has come: refund it, or wait for the rest";

describe("a tenant's cancel", () => {
  test.each<[string, Settlement, string | undefined]>([
    ["of a push that was asked for", at("collecting", {}, { source: "ach_push" }), undefined],
    ["of a push that the rail has not heard of", at("created", {}, { source: "ach_push" }), undefined],
    ["of a debit that the rail has taken", at("collecting"), undefined],
    ["of a debit on its way to the rail", at("created"), "the debit may be on its way to the bank"],
    ["after a wrong amount", at("collecting", { mismatchCents: 1 }), moneyCame],
    ["after no amount at all", at("collecting", { mismatchCents: 0 }), moneyCame],
    ["after a part", at("collecting", { unappliedCents: 1 }), moneyCame],
    ["while it is screened", at("screening"), "its settlement is screening"],
    ["after its end", at("failed"), "its settlement is failed"],
  ])("%s is judged by where the money is", (_, state, why) => {
    expect(whyNotCancel(state)).toBe(why);
    const change = cancelCollection(state, settlementIn("collecting").invoice, later(1));
    expect([change.settlement.length, change.invoice.length]).toEqual(why === undefined ? [1, 1] : [0, 0]);
  });

  test("ends the payment and frees the invoice, and says whose wish it was", () => {
    const { invoice } = settlementIn("collecting");
    const state = at("collecting", {}, { source: "ach_push", instructions: { bank: "b" } });
    const { settlement: ended, invoice: freed } = cancelCollection(state, invoice, later(1));
    expect(ended).toMatchObject([
      {
        ...{ from: "collecting", to: "failed", reason: "canceled: canceled by its tenant before any money came" },
        next: { failureCode: "canceled", payment: { status: "canceled", railState: "canceled", instructions: null } },
      },
    ]);
    expect(freed).toMatchObject([{ next: { amountProcessingCents: 0 } }]);
  });
});

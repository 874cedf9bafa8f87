import { describe, expect, test } from "vitest";
import { cancelCollection, whyNotCancel } from "../../../functions/domain/settlement/collection.ts";
import { type Settlement, type SettlementStatus, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, settlementIn } from "../../support/core/samples.ts";

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

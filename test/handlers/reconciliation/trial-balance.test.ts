import { beforeEach, describe, expect, test } from "vitest";
import { dailyClose, trialBalance } from "../../../functions/app/reconciliation/reports.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

async function completed(amountCents: number): Promise<PaymentUnderTest> {
  return api.settle(await api.paid(amountCents));
}

describe("the trial balance", () => {
  test("stands on both sides alike, from closes and what came since", async () => {
    await completed(10_000);
    await completed(6_000);
    api.toNextDay();
    const fresh = await trialBalance(api.reports(), {});
    await dailyClose(api.reports(), { date: "2026-11-21" });
    const closed = await trialBalance(api.reports(), {});
    expect(closed).toEqual(fresh);
    await completed(1_000);
    api.pass(1);
    const now = await trialBalance(api.reports(), {});
    if ("export" in now) throw new Error("made in the background");
    const { total, accounts } = now.made;
    expect(total.balanceCents).toBe(0);
    expect(total.debitCents).toBe(total.creditCents);
    expect(accounts.find(({ account }) => account === "fee_income")).toMatchObject({
      debitCents: 0,
      creditCents: 425,
      balanceCents: -425,
    });
    const then = await trialBalance(api.reports(), { at: "2026-11-22T00:00:00.000Z" });
    if ("export" in then) throw new Error("made in the background");
    expect(then.made.accounts.find(({ account }) => account === "fee_income")?.creditCents).toBe(400);
  });
});

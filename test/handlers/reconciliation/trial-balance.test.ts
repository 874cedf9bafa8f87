import { beforeEach, describe, expect, test } from "vitest";
import { dailyClose, trialBalance } from "../../../functions/app/reconciliation/reports.ts";
import { BooksDoor, type Followed } from "../../support/reconciliation/books-door.ts";

let door: BooksDoor;

beforeEach(() => {
  door = new BooksDoor();
});

async function completed(amountCents: number): Promise<Followed> {
  return door.settle(await door.paid(amountCents));
}

describe("the trial balance", () => {
  test("stands on both sides alike, from closes and what came since", async () => {
    await completed(10_000);
    await completed(6_000);
    door.toNextDay();
    const fresh = await trialBalance(door.reports(), {});
    await dailyClose(door.reports(), { date: "2026-11-21" });
    const closed = await trialBalance(door.reports(), {});
    expect(closed).toEqual(fresh);
    await completed(1_000);
    door.pass(1);
    const now = await trialBalance(door.reports(), {});
    if ("export" in now) throw new Error("made in the background");
    const { total, accounts } = now.made;
    expect(total.balanceCents).toBe(0);
    expect(total.debitCents).toBe(total.creditCents);
    expect(accounts.find(({ account }) => account === "fee_income")).toMatchObject({
      debitCents: 0,
      creditCents: 425,
      balanceCents: -425,
    });
    const then = await trialBalance(door.reports(), { at: "2026-11-22T00:00:00.000Z" });
    if ("export" in then) throw new Error("made in the background");
    expect(then.made.accounts.find(({ account }) => account === "fee_income")?.creditCents).toBe(400);
  });
});

import { expect } from "vitest";
import { imbalances, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { RailLife } from "./rail-life.ts";

/** A settlement of 100.00, whose collection brought so much. */
export function paidBy(cents: number, rate: string): RailLife {
  const life = new RailLife(10_000, "ach_push", rate);
  life.bank.pay(cents);
  life.hear(0);
  return life;
}

/** What its wallet's accounts show, in whole units. */
export function walletBalances({ units }: RailLife) {
  const [here, transit, clients, ours] = (
    ["rail_wallet", "wallet_in_transit", "client_funds", "operator_funds"] as const
  ).map((account) => Number(units.on(account)) / 1e6);
  return { here, transit, clients, ours };
}

/** The end of a money story that ends as it should: nothing owed, ledger and record alike. */
export function expectBalances(life: RailLife, end: ReturnType<typeof walletBalances>): void {
  life.units.check(life.settlement);
  expect(imbalances(life.settlement, ledgerOf(life.entries))).toEqual([]);
  expect(walletBalances(life)).toEqual(end);
}

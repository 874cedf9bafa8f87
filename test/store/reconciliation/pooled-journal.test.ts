import { beforeAll, describe, expect, test } from "vitest";
import { walletAccounts } from "../../../functions/domain/core/wallet-ledger.ts";
import { journalWalletAccounts } from "../../../functions/domain/reconciliation/journal.ts";
import { walletColumn } from "../../../functions/domain/reconciliation/wallet-close.ts";
import { installVirtualTimers, workIn } from "../../sim/core/virtual-timers.ts";
import { micros } from "../../support/vendor-sim/decimal.ts";
import { beanCheck, type CheckedJournal, checkJournal, missing } from "./beancount.ts";
import { balanceAfter, closeOn, journalsOf, playMonth } from "./month.ts";
import { pooledMonth } from "./pooled-month.ts";

const seed = 19;

const isMissing = missing !== undefined;
const note = isMissing ? ` (skipped: ${missing})` : "";

/** What happened in the month, by how its journal begins to tell of it. */
const happened = [
  ...["settlement converting to settling: converted at", "settlement settling to completed: proof arrived"],
  ...["settlement completed: reserve paid out", "settlement declined: payment returned R10"],
  ...["settlement collecting to failed: returned_by_rail: what came was sent back"],
  ...["fee_sweep screening to ordered: ", "fee_sweep ordered to proven: fees left for our own wallet"],
  ...["escrow awaiting_funds to funded: funds received", "escrow funded to released: release proven"],
  ...["escrow funded to refunded: refund proven", "escrow refunded: funding returned"],
];

/** A journal whose postings in a commodity were changed from the first transaction on, by so many of its last places. */
function changePostings(journal: string, commodity: string, ...byLastPlaces: readonly bigint[]): string {
  const left = [...byLastPlaces];
  const [head = "", ...transactions] = journal.split(/(?=^\d{4}-\d\d-\d\d [*!] )/m);
  const at = transactions.findIndex((each) => each.split(` ${commodity}\n`).length > byLastPlaces.length + 1);
  const posting = new RegExp(`^(  [A-Z]\\S+  )(-?)(\\d+)[.](\\d+)( ${commodity})$`, "gm");
  const changed = (transactions[at] ?? "").replaceAll(posting, (_, account, sign, whole, places, unit) => {
    const last = BigInt(`${sign}${whole}${places}`) + (left.shift() ?? 0n);
    const digits = String(last < 0n ? -last : last).padStart(places.length + 1, "0");
    return `${account}${last < 0n ? "-" : ""}${digits.slice(0, -places.length)}.${digits.slice(-places.length)}${unit}`;
  });
  return head + transactions.with(at, changed).join("");
}

describe.skipIf(isMissing).each([
  { days: 30, rate: "0.9931", difference: "cost more" },
  { days: 9, rate: "1.0107", difference: "cost less" },
])(`$days days over a rail that pools, at $rate of stablecoin a dollar (seed ${seed})${note}`, (about) => {
  const { rate, difference } = about;
  const month = pooledMonth(seed, rate);
  let journal: string;
  let checked: CheckedJournal;
  let lastDay: string;

  beforeAll(async () => {
    installVirtualTimers();
    workIn(month.world.scheduler);
    const days = await playMonth(month, about.days).finally(() => workIn(undefined));
    lastDay = days.at(-1) ?? "";
    journal = (await journalsOf(month, days)).join("");
    checked = checkJournal(journal);
  }, 240_000);

  test("has payments, returns, refunds, sweeps of fees and escrows", () => {
    const { transactions } = checked;
    // Nine days are too few for all of it.
    for (const beginning of about.days === 30 ? happened : happened.slice(0, 2))
      expect(transactions.filter(({ narration }) => narration.startsWith(beginning)).length, beginning).not.toBe(0);
  });

  test("is accepted by bean-check", () => {
    expect(beanCheck(journal)).toBe("");
  });

  test("comes to the close's cents by account, and to its units by wallet and account", async () => {
    const { totals, wallets } = checked;
    const cents = Object.entries(totals).filter(([name, sum]) => sum !== 0 && !name.endsWith(" USDT"));
    expect(Object.fromEntries(cents)).toEqual(await balanceAfter(month, lastDay));
    const closing = walletColumn((await closeOn(month, lastDay)).wallets, "closingUnits");
    expect(Object.keys(closing)).toHaveLength(month.tenants.length);
    expect(Object.keys(wallets).sort()).toEqual(Object.keys(closing).sort());
    for (const [wallet, units] of Object.entries(closing))
      for (const account of walletAccounts)
        expect(wallets[wallet]?.[journalWalletAccounts[account]] ?? 0, `${wallet} ${account}`).toBe(
          Number(units[account] ?? 0n),
        );
  });

  test("comes to what the rail itself counts in each wallet", async () => {
    const { wallets } = checked;
    const bank = month.world.bridge?.bank;
    for (const { id, customerId, chain } of bank?.wallets ?? [])
      expect(wallets[`bridge/${customerId}/${chain}/USDT`]?.["Assets:Rail-Wallet"], customerId).toBe(
        Number(micros(bank?.balance(id, "usdt") ?? "")),
      );
  });

  test(`has refunds in dollars that ${difference} than their deposits had bought, at the operator's cost or gain`, () => {
    const sum = checked.totals["Income:Exchange-Differences"] ?? 0;
    expect(Math.sign(sum)).toBe(difference === "cost more" ? 1 : -1);
  });

  test.each([
    ["a cent in one posting", "USD", [1n], "does not balance: (0.01 USD)"],
    ["a cent in two postings that balance", "USD", [1n, -1n], "0.01 too"],
    ["a millionth of stablecoin in one posting", "USDT", [1n], "does not balance: (0.000001 USDT)"],
    ["a millionth of stablecoin in two postings that balance", "USDT", [1n, -1n], "0.000001 too"],
  ] as const)("is refused by bean-check for %s", (_, commodity, change, refusal) => {
    expect(beanCheck(changePostings(journal, commodity, ...change))).toContain(refusal);
  });
});

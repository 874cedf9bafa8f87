import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import { centsText, groupDigits } from "../../../domain/core/money.ts";
import { unitsText } from "../../../domain/core/units.ts";
import { signedUnitsOf } from "../../../domain/core/wallet-ledger.ts";
import type { Html } from "../../kit/page.ts";
import { section, table } from "./components.ts";
import { accountName } from "./labels.ts";
import { code, moment } from "./text.ts";

/** One side of an entry: more than 0 is a debit, in cents or in millionths of a stablecoin. */
interface Side {
  readonly at: string;
  readonly seq: number;
  readonly account: string;
  readonly amount: bigint;
  /** A side of a wallet at a rail. */
  readonly wallet?: string;
}

function centsOf(amount: bigint): string {
  return centsText(Number(amount));
}

function sideCell(amount: bigint, text: (amount: bigint) => string): Html | "" {
  return amount > 0n ? html`<span class="n">${groupDigits(text(amount))}</span>` : "";
}

function balanceList(sides: readonly Side[], text: (amount: bigint) => string): Html | false {
  const balances = new Map<string, bigint>();
  for (const { wallet, account, amount } of sides) {
    const name = wallet === undefined ? accountName(account) : `${accountName(account)} (${wallet})`;
    balances.set(name, (balances.get(name) ?? 0n) + amount);
  }
  const lines = [...balances].map(([name, balance]) => {
    const size = groupDigits(text(balance < 0n ? -balance : balance));
    const side = balance === 0n ? "" : balance > 0n ? " debit" : " credit";
    return html`<li>${name}: <span class="n">${size}</span>${side}</li>`;
  });
  return lines.length > 0 && html`<p class="soft">Where its accounts stand:</p><ul class="plain">${lines}</ul>`;
}

/** Every posting of a record, with the balances of its accounts: in cents, and in the stablecoin of wallets at its rail where it posted any. */
export function ledgerSection(entries: readonly Entry[]): Html {
  const sides = entries.flatMap(({ postings, at, seq }): Side[] =>
    postings.map(({ account, amountCents }) => ({ at, seq, account, amount: BigInt(amountCents) })),
  );
  const units = entries.flatMap(({ units: moved = [], wallet = "", at, seq }): Side[] =>
    moved.map((each) => ({ at, seq, account: each.account, wallet, amount: signedUnitsOf(each.units) })),
  );
  return section(
    "Ledger",
    table("Postings, oldest first; debits and credits of an entry are equal", sides, "No money has moved yet.", [
      ["When", ({ at }) => moment(at)],
      ["Entry", ({ seq }) => String(seq), "right"],
      ["Account", ({ account }) => accountName(account)],
      ["Debit", ({ amount }) => sideCell(amount, centsOf), "right"],
      ["Credit", ({ amount }) => sideCell(-amount, centsOf), "right"],
    ]),
    balanceList(sides, centsOf),
    units.length > 0 &&
      table("The same in the stablecoin of its wallet at the rail, oldest first", units, "", [
        ["When", ({ at }) => moment(at)],
        ["Entry", ({ seq }) => String(seq), "right"],
        ["Wallet", ({ wallet = "" }) => code(wallet)],
        ["Account", ({ account }) => accountName(account)],
        ["Debit", ({ amount }) => sideCell(amount, unitsText), "right"],
        ["Credit", ({ amount }) => sideCell(-amount, unitsText), "right"],
      ]),
    balanceList(units, unitsText),
  );
}

/** What a payout (`ofWhat`) took, in stablecoin, and what was ordered where the rail says that another amount left. */
export function paidOutFacts(
  { left, ordered }: { readonly left: string | null; readonly ordered: string | null },
  stable: string,
  ofWhat = "",
): ([string, Html] | false)[] {
  const units = (amount: string) => html`<span class="n">${groupDigits(amount)} ${stable}</span>`;
  return [
    left !== null && [`Paid out${ofWhat}`, units(left)],
    left !== null && ordered !== null && ordered !== left && [`Ordered to be paid out${ofWhat}`, units(ordered)],
  ];
}

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dailyCloseJournal } from "../../../functions/app/reconciliation/reports.ts";
import { journalEntry } from "../../../functions/domain/reconciliation/journal.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { hostileTexts } from "../../support/routes/hostile-texts.ts";
import { type CheckedJournal, checkJournal, checkJournals, missing } from "./beancount.ts";
import { escrowMonth } from "./escrow-month.ts";
import { type Business, balanceAfter, journalOf, journalsOf, playMonth } from "./month.ts";
import { settlementMonth } from "./settlement-month.ts";

const seed = 19;

const isMissing = missing !== undefined;
const note = isMissing ? ` (skipped: ${missing})` : "";

/** What happened in a month, by how its journal begins to tell of it. */
const happened = {
  settlements: [
    ...["settlement collecting to screening: funds received", "settlement converting to settling: converted at"],
    ...["settlement collecting: received ", "settlement collecting to screening: accepted "],
    ...["settlement settling to completed: proof arrived", "settlement completed: reserve paid out"],
    ...["settlement completed: payment returned R01 after", "settlement completed: payment returned R10 after"],
    ...["settlement settling to failed: payment_returned", "settlement failed: proof arrived after"],
    ...["settlement collecting to failed: returned_by_rail", "settlement failed: sent "],
  ],
  escrows: [
    ...["escrow awaiting_funds to funded: funds received", "escrow funded to released: release proven"],
    ...["escrow funded to refunded: refund proven", "escrow awaiting_funds: received "],
    ...["escrow funded to failed: funding returned", "escrow released: funding returned"],
  ],
};

/** What a journal comes to, without the accounts at 0. */
function movedIn(checked: CheckedJournal | undefined) {
  return Object.fromEntries(Object.entries(checked?.totals ?? {}).filter(([, cents]) => cents !== 0));
}

/** A transaction of two postings, whole. */
const transaction = /^2026-11-23 [*] .*\n(?: {2}[a-z]+: .*\n)+(?: {2}[A-Z]\S+ {2}\S+ USD\n){2}(?=\n)/m;

/** Adds cents to the first postings of the first transaction of two. */
function changePostings(journal: string, ...byCents: readonly number[]): string {
  const left = [...byCents];
  return journal.replace(transaction, (text) =>
    text.replaceAll(/^( {2}[A-Z]\S+ {2})(\S+)( USD)$/gm, (_, account: string, amount: string, currency: string) => {
      const cents = Math.round(Number(amount) * 100) + (left.shift() ?? 0);
      return `${account}${(cents / 100).toFixed(2)}${currency}`;
    }),
  );
}

describe.skipIf(isMissing).each([
  { of: "settlements", make: settlementMonth },
  { of: "escrows", make: escrowMonth },
] as const)(`a month of $of (seed ${seed})${note}`, ({ of, make }) => {
  let month: Business;
  let days: string[];
  let journals: string[];

  beforeAll(async () => {
    month = make(seed);
    days = await playMonth(month);
    journals = await journalsOf(month, days);
  });

  test("is accepted by Beancount, day after day, and comes to our trial balance to the cent", async () => {
    const checked = checkJournal(journals.join(""));
    const { refusals, transactions } = checked;
    expect(refusals).toEqual([]);
    expect(journals).toHaveLength(30);
    for (const beginning of happened[of])
      expect(transactions.filter(({ narration }) => narration.startsWith(beginning)).length, beginning).not.toBe(0);
    expect(movedIn(checked)).toEqual(await balanceAfter(month, days.at(-1) ?? ""));
  });

  test("is accepted by each of its days alone, and for each tenant alone", async () => {
    const alone = await Promise.all(days.map((date) => journalOf(month, date, true)));
    const own: string[] = [];
    for (const tenant of month.tenants) own.push((await journalsOf(month, days, tenant)).join(""));
    const checked = checkJournals([...alone, ...own]);
    expect(checked.flatMap(({ refusals }) => refusals)).toEqual([]);
    for (const [at, tenant] of month.tenants.entries())
      expect(movedIn(checked[alone.length + at])).toEqual(await balanceAfter(month, days.at(-1) ?? "", tenant));
  });

  test("is refused when a single cent of it is changed, or a part of it is left out", () => {
    const week = journals.slice(0, 7);
    const text = week.join("");
    const control: Record<string, readonly [journal: string, refusal: string]> = {
      "a cent in one posting": [changePostings(text, 1), "does not balance: (0.01 USD)"],
      "a cent in two postings that balance": [changePostings(text, 1, -1), "0.01 too"],
      "a transaction left out": [text.replace(transaction, ""), "Balance failed"],
      "a transaction twice": [text.replace(transaction, "$&\n$&"), "Balance failed"],
      "a day left out": [week.toSpliced(3, 1).join(""), "Balance failed"],
      "a day twice": [week.toSpliced(3, 0, week[3] ?? "").join(""), "Balance failed"],
      "a cent in what a day ended with": [
        text.replace(
          /^(2026-11-24 balance \S+ {2}-?\d+[.]\d)(\d)/m,
          (_, head, last) => head + ((Number(last) + 1) % 10),
        ),
        "Balance failed",
      ],
    };
    const checked = checkJournals([text, ...Object.values(control).map(([journal]) => journal)]);
    expect(checked[0]?.refusals).toEqual([]);
    for (const [at, [name, [, refusal]]] of Object.entries(control).entries())
      expect(checked[at + 1]?.refusals.join(), name).toContain(refusal);
  });
});

describe.skipIf(isMissing)(`a journal that Beancount reads${note}`, () => {
  const date = "2026-11-21";
  let api: BooksApi;

  beforeEach(async () => {
    api = new BooksApi();
    await api.settle(await api.paid(10_000));
  });

  async function journal(day: string, opening = true): Promise<string> {
    const found = await dailyCloseJournal(api.reports(), { date: day, opening });
    if ("export" in found) throw new Error("made in the background");
    return found.made.text;
  }

  test("has one transaction for each entry, whatever a client typed into it", async () => {
    api.toNextDay();
    const forged = '"\n  Assets:Rail-Clearing  -999.00 USD\n  Income:Fees  999.00 USD\n2026-11-21 * "';
    const texts = [...hostileTexts.values(), forged, "\\", '\\"', "; x", "\u2028\u0085\ud800", "x\\n\\"];
    const entries = texts.map((reason, at) => ({
      ...{ aggregateId: `stl_${at}`, aggregateType: "settlement", tenantId: "ten_1", seq: 2, from: null },
      ...{ to: "screening", reason, at: `${date}T12:00:00.000Z` },
      postings: [
        { account: "rail_clearing", amountCents: 1 },
        { account: "tenant_payable", amountCents: -1 },
      ],
    }));
    const text = await journal(date);
    const [before, after] = checkJournals([text, text + entries.map(journalEntry).join("")]);
    const added = after?.transactions.slice(before?.transactions.length) ?? [];
    expect(added).toEqual(
      texts.map((reason) => ({
        narration: `settlement screening: ${reason.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")}`,
        postings: 2,
      })),
    );
    const rail = "Assets:Rail-Clearing";
    expect(after?.totals[rail]).toBe((before?.totals[rail] ?? 0) + texts.length);
  });

  test("is accepted with what came late once the next close tells of it, and refused before", async () => {
    api.toNextDay();
    expect(checkJournal(await journal(date)).refusals).toEqual([]);
    const midnight = api.nowMs;
    api.nowMs = Date.parse(`${date}T23:59:00.000Z`);
    await api.settle(await api.paid(1_000));
    api.nowMs = midnight;
    expect(checkJournal(await journal(date)).refusals.join()).toContain("Balance failed");
    api.toNextDay();
    const next = await journal("2026-11-22", false);
    expect(checkJournal((await journal(date)) + next).refusals).toEqual([]);
  });

  test("is refused when a closed entry was changed afterwards, though it balances", async () => {
    const changed = await api.settle(await api.paid(4_000));
    api.toNextDay();
    expect(checkJournal(await journal(date)).refusals).toEqual([]);
    type Entry = { postings: { amountCents: number }[] };
    await api.tamper("store", changed.settlementId, "entry#00000003", (entry: Entry) => {
      for (const each of entry.postings) each.amountCents += Math.sign(each.amountCents);
      return entry;
    });
    expect(checkJournal(await journal(date)).refusals.join()).toContain("0.01 too much");
  });
});

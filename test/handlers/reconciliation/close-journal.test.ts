import { beforeEach, describe, expect, test } from "vitest";
import { getExport, runExport } from "../../../functions/app/reconciliation/exports.ts";
import { makeExport } from "../../../functions/app/reconciliation/make-export.ts";
import { dailyClose, dailyCloseJournal } from "../../../functions/app/reconciliation/reports.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;
const first = "2026-11-21";
const second = "2026-11-22";

beforeEach(() => {
  api = new BooksApi();
});

async function journal(date: string, opening = true, tenantId?: string): Promise<string> {
  const found = await dailyCloseJournal(api.reports(), { date, opening, tenantId });
  if ("export" in found) throw new Error("made in the background");
  return found.made.text;
}

/** The assertions of a journal that are about the beginning of a day. */
function assertedOn(text: string, date: string): string[] {
  return text.split("\n").filter((line) => line.startsWith(`${date} balance `));
}

/** What the postings of a journal come to, in cents by account. */
function totals(text: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [, account = "", amount = ""] of text.matchAll(/^ {2}(\w+:\S+) {2}(\S+) USD$/gm))
    sums[account] = (sums[account] ?? 0) + Math.round(Number(amount) * 100);
  return sums;
}

async function day(): Promise<void> {
  await api.settle(await api.paid(10_000));
  await api.settle(await api.paid(4_000, { wallet: "0xNOPROOF" }));
  api.toNextDay();
}

describe("the journal of a day's close", () => {
  test("has the day's entries, and comes to what the close says", async () => {
    await day();
    const text = await journal(first);
    const found = await dailyClose(api.reports(), { date: first });
    if ("export" in found) throw new Error("made in the background");
    const { "Assets:Rail-Clearing": cents } = totals(text);
    expect(cents).toBe(found.made.accounts.find(({ account }) => account === "rail_clearing")?.closingCents);
    expect(text.match(/^2026-11-21 [*] "settlement collecting to screening: /gm)).toHaveLength(2);
    expect(text.match(/^ {2}record: "settlement"$/gm)?.length).toBeGreaterThan(2);
  });

  test("begins with what the day before ended with, and goes on from it without an opening", async () => {
    await day();
    await day();
    const [one, other] = [await journal(first), await journal(second)];
    expect(assertedOn(other, second)).toEqual(assertedOn(one, second));
    expect(assertedOn(other, second).length).toBeGreaterThan(5);
    const goesOn = await journal(second, false);
    expect(goesOn).not.toMatch(/^option|open |opening balances/m);
    expect(other.endsWith(goesOn)).toBe(true);
  });

  test("is a tenant's alone where one is named", async () => {
    await day();
    const other = await api.tenant({ slug: "other" });
    const { id } = await api.owner();
    expect(totals(await journal(first, true, id))).toEqual(totals(await journal(first)));
    expect(totals(await journal(first, true, other.id))).toEqual({});
  });

  test("comes to the same when an entry is written after it, which the next day tells", async () => {
    await day();
    const before = await journal(first);
    const midnight = api.nowMs;
    api.nowMs = Date.parse("2026-11-21T23:59:00.000Z");
    await api.settle(await api.paid(1_000));
    api.nowMs = midnight;
    api.toNextDay();
    const next = await journal(second);
    expect(next).toContain(`${second} ! "written to the day closed before, after its close"`);
    const after = await journal(first);
    expect(after).toContain(`${first} ! "written after this close: in the close of ${second}"`);
    const moved = ({ "Income:Fees": fees, "Assets:Rail-Clearing": rail }: Record<string, number>) => [fees, rail];
    expect(moved(totals(after))).toEqual(moved(totals(before)));
    expect(assertedOn(after, second)).toEqual(assertedOn(before, second));
  });

  test("takes out nothing that a close tells which was there before its own", async () => {
    await day();
    await journal(first);
    await day();
    const noonOfThird = api.nowMs;
    api.nowMs = Date.parse("2026-11-21T23:59:00.000Z");
    await api.settle(await api.paid(1_000));
    api.nowMs = noonOfThird;
    api.toNextDay();
    expect(await journal("2026-11-23")).toContain("written to the day closed before");
    api.pass(1);
    expect(await journal(second)).not.toContain("written after this close");
  });

  test("is named by its day and whose it is, with the digest of the close", async () => {
    await day();
    const found = await dailyCloseJournal(api.reports(), { date: first });
    const close = await dailyClose(api.reports(), { date: first });
    if ("export" in found || "export" in close) throw new Error("made in the background");
    const { sha256 } = close.made;
    expect(found.made).toMatchObject({ filename: "sluice-close-2026-11-21-all.beancount", sha256, preliminary: false });
  });

  test("that takes longer than a request is made in the background, with or without its opening", async () => {
    await day();
    for (const opening of [true, false]) {
      api.isLate = true;
      const reply = await dailyCloseJournal(api.reports(), { date: first, opening });
      api.isLate = false;
      if (!("export" in reply)) throw new Error("answered at once");
      const { id } = reply.export;
      await runExport(api.reports(), id, (state) => makeExport(api.reports(), state));
      const done = await getExport(api.reports(), id);
      expect(done).toMatchObject({ status: "done", format: "beancount", href: `/admin/exports/${id}` });
      const file = new URL(done.url ?? "");
      expect(file.searchParams.get("as")).toBe("sluice-close-2026-11-21-all.beancount");
      expect(api.files.texts.get(file.pathname.slice(1))).toBe(await journal(first, opening));
    }
  });

  test("of a day that has not ended is refused", async () => {
    await expect(dailyCloseJournal(api.reports(), { date: first })).rejects.toMatchObject({ code: "validation_error" });
  });
});

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RailTransfer } from "../../../functions/domain/rails/transfer.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

/** What the mock rail says that it did, a word each. */
async function did({ railRef }: PaymentUnderTest): Promise<string[]> {
  return (await api.rail.transfersOf([railRef])).map(words);
}

function words({ kind, state, amountCents, amount }: RailTransfer): string {
  return `${kind} ${amount ?? amountCents} ${state}`;
}

const pushed = () => api.paid(10_000, { source: "ach_push" });

describe("the mock rail's own file", () => {
  test("has the collection and the payout, with our reference, once however often they are asked for", async () => {
    const paid = await api.settle(await api.paid(10_000));
    await api.settle(paid);
    const transfers = await api.rail.transfersOf([paid.railRef]);
    expect(transfers.map(words)).toEqual(["collection 10000 done", "payout 87.750000 done"]);
    expect(transfers[0]?.reference).toMatch(new RegExp(`^${paid.settlementId}[.]inv_`));
    expect(await api.rail.transfersOf(["mock_unknown"])).toEqual([]);
  });

  test.each([
    [["funds_received"], ["collection 10000 done"]],
    [["funds_received", "funds_received"], ["collection 10000 done"]],
    [
      ["funds_received", "returned", "returned"],
      ["collection 10000 done", "return 10000 done"],
    ],
    [
      ["returned", "funds_received"],
      ["collection 10000 failed", "return 0 failed"],
    ],
    [["failed"], ["collection 10000 failed"]],
    [["failed", "funds_received"], ["collection 10000 done"]],
    [["payment_processed"], ["collection 10000 pending"]],
    [["notification_of_change", "on_holiday"], ["collection 10000 pending"]],
  ])("after the words %j has %j", async (reply, expected) => {
    const paid = await pushed();
    for (const word of reply) await api.railSays(paid.railRef, word);
    expect(await did(paid)).toEqual(expected);
  });

  test("has a part that came, and then the rest", async () => {
    const paid = await pushed();
    await api.railSays(paid.railRef, "funds_received", { amountCents: 4_000 });
    await api.railSays(paid.railRef, "funds_received");
    expect(await did(paid)).toEqual(["collection 4000 done", "collection 6000 done"]);
  });

  test("has a payout under way until its proof, or its failure", async () => {
    const proven = await api.settle(await api.paid(10_000, { wallet: "0xNOPROOF" }));
    expect((await did(proven)).at(-1)).toBe("payout 87.750000 pending");
    await api.railSays(proven.railRef, "payment_processed");
    expect((await did(proven)).at(-1)).toBe("payout 87.750000 done");
    await api.railSays(proven.railRef, "failed");
    expect((await did(proven)).at(-1), "after delivery that is a return").toBe("return 10000 done");
    const refused = await api.settle(await api.paid(10_000, { wallet: "0xNOPROOF" }));
    await api.railSays(refused.railRef, "failed");
    expect((await did(refused)).at(-1)).toBe("payout 87.750000 failed");
  });

  test("lists what was opened in a stretch of time, page by page and month by month", async () => {
    const all: string[] = [];
    for (let count = 0; count < 130; count++) all.push((await api.paid(100)).railRef);
    api.nowMs = Date.parse("2027-01-15T00:00:00.000Z");
    all.push((await api.paid(100)).railRef);
    const listed: string[] = [];
    let pages = 0;
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof api.rail.transfers>> = await api.rail.transfers({
        from: "2026-11-01T00:00:00.000Z",
        to: "2027-02-01T00:00:00.000Z",
        cursor,
      });
      listed.push(...page.transfers.map(({ railRef }) => railRef));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== null);
    expect(listed).toEqual(all);
    expect(pages).toBeGreaterThan(3);
  });
});

describe("a mock rail that cannot write its file", () => {
  test("does not answer, so that pay is told to come again, and does it then", async () => {
    const broken = vi.spyOn(api.railStore, "write").mockRejectedValue(new Error("the table is gone"));
    await expect(api.paid(10_000)).rejects.toThrow("rail_unavailable");
    broken.mockRestore();
    expect(await did(await api.paid(10_000))).toEqual(["collection 10000 done"]);
  });

  test("pays nothing out", async () => {
    const paid = await api.paid(10_000);
    vi.spyOn(api.railStore, "write").mockRejectedValue(new Error("the table is gone"));
    await api.settle(paid);
    vi.restoreAllMocks();
    expect(await did(paid)).toEqual(["collection 10000 done"]);
    await api.settle(paid);
    expect((await did(paid)).at(-1)).toBe("payout 87.750000 done");
  });
});

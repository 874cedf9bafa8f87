import { beforeEach, describe, expect, test } from "vitest";
import type { Book } from "../../../functions/app/core/ports.ts";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { ScreenOffice } from "../../support/screening/screen-desk.ts";
import { answerOf, wallet } from "../../support/screening/screen-samples.ts";
import { dyingBook } from "../../support/screening/watch-tower.ts";

let office: ScreenOffice;
let accountId: string;

beforeEach(async () => {
  office = new ScreenOffice();
  await office.lists.publish([wallet]);
  accountId = await office.account("free");
});

function wallets(count: number, from = 1) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ type: "wallet", chain: null },
    value: `0x${(from + at).toString(16).padStart(40, "0")}`,
  }));
}

/** The status of each screen, or the code of its refusal. */
async function batch(asked: ReturnType<typeof wallets>) {
  const { result } = await screenBatch(
    { ...office.desk(), isLate: () => false },
    requestOf(accountId),
    asked,
  );
  return result.results.map((each) => (each instanceof Refusal ? each.code : each.status));
}

describe("a batch whose month has fewer screenings left than it has questions", () => {
  test("asks no provider about those that it cannot answer", async () => {
    await batch(wallets(95));
    office.asked.length = 0;
    const told = await batch(wallets(8, 200));
    expect(told).toEqual([...Array(5).fill("complete"), ...Array(3).fill("plan_limit_reached")]);
    expect(office.asked).toHaveLength(5);
  });
});

describe("a batch of which a provider fails for some", () => {
  test("counts the others alone, and answers all that the month has screenings for when it is written", async () => {
    await batch(wallets(90));
    let meanwhile: (() => Promise<unknown>) | undefined = () => batch(wallets(5, 400).map(even));
    office.providers = office.providers.map((provider) => ({
      ...provider,
      ask: async ({ value }) => {
        const first = meanwhile;
        meanwhile = undefined;
        await first?.();
        if (/[13579bdf]$/.test(value)) throw new Error("no answer");
        return answerOf();
      },
    }));
    // Ten are left when it begins, and five when it is written: as many as it has answers.
    const told = await batch(wallets(10, 301));
    expect(told).toEqual(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? "error" : "complete")));
    expect(await office.used(accountId)).toBe(100);
  });
});

/** An address that the provider has an answer about. */
function even<T extends { readonly value: string }>(asked: T): T {
  return { ...asked, value: asked.value.replace(/.$/, "0").replace(/^0x0/, `0x${asked.value.slice(-1)}`) };
}

describe("a batch under a key", () => {
  const asked = wallets(100);

  /** What it comes to on a book whose process may die. */
  async function keyed(book: Book = office.door.book) {
    const desk = { ...office.desk(book), isLate: () => false };
    const { result } = await screenBatch(desk, requestOf(accountId, { key: "payroll-11" }), asked);
    return result;
  }

  beforeEach(async () => {
    accountId = await office.account("pro");
  });

  test("whose process dies at any of its calls is gone on with: nothing counts twice, and nothing is lost", async () => {
    let deaths = 0;
    for (const after of [false, true])
      for (let at = 1; ; at += 1) {
        accountId = await office.account("pro");
        const { book, died } = dyingBook(office.door.book, { at, after });
        await keyed(book).catch(() => undefined);
        if (!died()) break;
        deaths += 1;
        const [counted, bought] = [await office.used(accountId), office.asked.length];
        const told = await keyed();
        expect(await office.used(accountId)).toBe(100);
        expect(office.asked.length - bought, "asked about those alone that had no answer").toBe(
          100 - counted,
        );
        expect((await keyed()).results).toEqual(told.results);
      }
    // Reads, and three transactions each after another read.
    expect(deaths).toBeGreaterThan(12);
  });

  test("asks the provider again about those alone for which it failed", async () => {
    let failing = true;
    office.providers = office.providers.map((provider) => ({
      ...provider,
      ask: async ({ value }) => {
        if (failing && /[13579bdf]$/.test(value)) throw new Error("no answer");
        return answerOf();
      },
    }));
    const first = await keyed();
    const failed = first.results.filter((each) => !(each instanceof Refusal) && each.status === "error");
    expect([failed.length, await office.used(accountId)]).toEqual([50, 50]);
    failing = false;
    const again = await keyed();
    expect([again.replayed, again.oldestAt]).toEqual([false, expect.any(String)]);
    expect(await office.used(accountId)).toBe(100);
    expect((await keyed()).replayed).toBe(true);
  });
});

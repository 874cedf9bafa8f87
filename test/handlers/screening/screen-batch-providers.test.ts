import { beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../../functions/app/core/ports.ts";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { answerOf, wallet } from "../../support/screening/screen-samples.ts";
import { ScreeningApi } from "../../support/screening/screening-api.ts";
import { dyingStore } from "../../support/screening/watch-tower.ts";

let screening: ScreeningApi;
let accountId: string;

beforeEach(async () => {
  screening = new ScreeningApi();
  await screening.lists.publish([wallet]);
  accountId = await screening.account("free");
});

function wallets(count: number, from = 1) {
  return Array.from({ length: count }, (_, at) => ({
    ...{ type: "wallet", chain: null },
    value: `0x${(from + at).toString(16).padStart(40, "0")}`,
  }));
}

/** The status of each screen, or the code of its refusal. */
async function batch(input: ReturnType<typeof wallets>) {
  const { result } = await screenBatch({ ...screening.context(), isLate: () => false }, requestOf(accountId), input);
  return result.results.map((each) => (each instanceof Refusal ? each.code : each.status));
}

describe("a batch whose month has fewer screenings left than it has questions", () => {
  test("asks no provider about those that it cannot answer", async () => {
    await batch(wallets(95));
    screening.asked.length = 0;
    const response = await batch(wallets(8, 200));
    expect(response).toEqual([...Array(5).fill("complete"), ...Array(3).fill("plan_limit_reached")]);
    expect(screening.asked).toHaveLength(5);
  });
});

describe("a batch of which a provider fails for some", () => {
  test("counts the others alone, and answers all that the month has screenings for when it is written", async () => {
    await batch(wallets(90));
    let meanwhile: (() => Promise<unknown>) | undefined = () => batch(wallets(5, 400).map(even));
    screening.providers = screening.providers.map((provider) => ({
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
    const response = await batch(wallets(10, 301));
    expect(response).toEqual(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? "error" : "complete")));
    expect(await screening.used(accountId)).toBe(100);
  });
});

/** An address that the provider has an answer about. */
function even<T extends { readonly value: string }>(input: T): T {
  return { ...input, value: input.value.replace(/.$/, "0").replace(/^0x0/, `0x${input.value.slice(-1)}`) };
}

describe("a batch under a key", () => {
  const input = wallets(100);

  /** What it comes to on a book whose process may die. */
  async function keyed(store: Store = screening.api.store) {
    const context = { ...screening.context(store), isLate: () => false };
    const { result } = await screenBatch(context, requestOf(accountId, { key: "payroll-11" }), input);
    return result;
  }

  beforeEach(async () => {
    accountId = await screening.account("pro");
  });

  test("whose process dies at any of its calls is gone on with: nothing counts twice, and nothing is lost", async () => {
    let deaths = 0;
    for (const after of [false, true])
      for (let at = 1; ; at += 1) {
        accountId = await screening.account("pro");
        const { store, died } = dyingStore(screening.api.store, { at, after });
        await keyed(store).catch(() => undefined);
        if (!died()) break;
        deaths += 1;
        const [counted, bought] = [await screening.used(accountId), screening.asked.length];
        const response = await keyed();
        expect(await screening.used(accountId)).toBe(100);
        expect(screening.asked.length - bought, "asked about those alone that had no answer").toBe(100 - counted);
        expect((await keyed()).results).toEqual(response.results);
      }
    // Reads, and three transactions each after another read.
    expect(deaths).toBeGreaterThan(12);
  });

  test("asks the provider again about those alone for which it failed", async () => {
    let failing = true;
    screening.providers = screening.providers.map((provider) => ({
      ...provider,
      ask: async ({ value }) => {
        if (failing && /[13579bdf]$/.test(value)) throw new Error("no answer");
        return answerOf();
      },
    }));
    const first = await keyed();
    const failed = first.results.filter((each) => !(each instanceof Refusal) && each.status === "error");
    expect([failed.length, await screening.used(accountId)]).toEqual([50, 50]);
    failing = false;
    const again = await keyed();
    expect([again.replayed, again.oldestAt]).toEqual([false, expect.any(String)]);
    expect(await screening.used(accountId)).toBe(100);
    expect((await keyed()).replayed).toBe(true);
  });
});

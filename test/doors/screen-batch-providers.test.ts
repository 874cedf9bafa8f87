import { beforeEach, describe, expect, test } from "vitest";
import { screenBatch } from "../../functions/app/screen-batch.ts";
import { Refusal } from "../../functions/domain/refusal.ts";
import { ScreenOffice } from "../support/screen-desk.ts";
import { answerOf, wallet } from "../support/screen-samples.ts";

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
  const { result } = await screenBatch({ ...office.desk(), isLate: () => false }, accountId, asked);
  return result.map((each) => (each instanceof Refusal ? each.code : each.verdict.status));
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

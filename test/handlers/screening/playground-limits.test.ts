import { beforeEach, describe, expect, test } from "vitest";
import { tryScreen } from "../../../functions/app/screening/playground.ts";
import type { Refusal } from "../../../functions/domain/core/refusal.ts";
import { later } from "../../support/core/samples.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { ScreeningApi } from "../../support/screening/screening-api.ts";

let screening: ScreeningApi;

beforeEach(async () => {
  screening = new ScreeningApi();
  await screening.lists.publish([wallet]);
});

const source = "203.0.113.7";
const look = (value = otherWallet, type?: string, from = source) =>
  tryScreen(screening.context(), { type, value }, from);
const refused = (from = source): Promise<Refusal> =>
  look(otherWallet, undefined, from).then(
    () => expect.fail("passed"),
    (no) => no,
  );

describe("a look without a key", () => {
  test("is at the lists alone, and is kept nowhere", async () => {
    const { subject, verdict } = await look(wallet);
    expect(subject).toMatchObject({ type: "wallet", value: wallet });
    expect(verdict).toMatchObject({ action: "block", status: "complete" });
    expect((await look()).verdict).toMatchObject({ action: "allow", status: "complete" });
    expect(screening.asked).toEqual([]);
    expect(new Set(screening.api.store.rows().map(({ type }) => type))).not.toContain("screen");
  });

  test("is at a transaction where the value has that form alone, and at what its type says where one is said", async () => {
    const hash = "ab".repeat(32);
    expect((await look(hash)).subject).toMatchObject({ type: "transaction", value: hash });
    expect((await look(`0x${hash}`, "transaction")).subject.type).toBe("transaction");
    await expect(look(hash, "wallet")).rejects.toMatchObject({ code: "invalid_value" });
    await expect(look("no address")).rejects.toMatchObject({ code: "invalid_value" });
  });

  test("at what nothing can be counts for nothing", async () => {
    for (let nth = 0; nth < 11; nth += 1) await expect(look("")).rejects.toMatchObject({ code: "invalid_value" });
    expect(await look()).toBeDefined();
  });
});

describe("looks from one address", () => {
  test("are ten in a minute, then none until the next one", async () => {
    screening.api.pass(20);
    for (let nth = 0; nth < 10; nth += 1) await look();
    const no = await refused();
    expect([no.code, no.message, no.detail.retryAfterSeconds]).toEqual([
      ...["rate_limited", "too many screens came from your address", 40],
    ]);
    expect(await look(otherWallet, undefined, "203.0.113.8")).toBeDefined();
    screening.api.pass(40);
    expect(await look()).toBeDefined();
  });

  test("are fifty in a day, then none until the next one", async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      for (let nth = 0; nth < 10; nth += 1) await look();
      screening.api.pass(60);
    }
    expect((await refused()).detail.retryAfterSeconds).toBe(12 * 3_600 - 300);
    screening.api.pass(12 * 3_600 - 301);
    expect((await refused()).detail.retryAfterSeconds).toBe(1);
    screening.api.pass(1);
    expect(await look()).toBeDefined();
  });

  test("are counted for a day after their minute and their day are over", async () => {
    await look();
    const counters = screening.api.store.rows().filter(({ pk }) => pk.startsWith("playground#"));
    expect(counters.map(({ pk, counted, ttl }) => [pk, counted, ttl])).toEqual([
      [`playground#${source}#2026-11-21`, 1, Date.parse("2026-11-23T00:00:00.000Z") / 1000],
      [`playground#${source}#2026-11-21T12:00`, 1, Date.parse(later(86_460)) / 1000],
    ]);
  });

  test("that meet others in the same instant come again, twenty-five times", async () => {
    const { store } = screening.api;
    let busy = 24;
    const context = {
      ...screening.context(),
      store: {
        read: (keys: Parameters<typeof store.read>[0]) => store.read(keys),
        page: (query: Parameters<typeof store.page>[0]) => store.page(query),
        write: async (...input: Parameters<typeof store.write>) => {
          busy -= 1;
          return busy >= 0 ? ({ ok: false, rows: [] } as const) : store.write(...input);
        },
      },
    };
    const input = { type: undefined, value: otherWallet };
    expect(await tryScreen(context, input, source)).toBeDefined();
    busy = 25;
    await expect(tryScreen(context, input, source)).rejects.toMatchObject({
      ...{ code: "rate_limited", detail: { retryAfterSeconds: 1 } },
    });
  });
});

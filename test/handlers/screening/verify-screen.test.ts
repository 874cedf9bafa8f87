import { beforeEach, describe, expect, test } from "vitest";
import { screenBatch } from "../../../functions/app/screening/screen-batch.ts";
import { screenRecordType } from "../../../functions/app/screening/screen-record.ts";
import { getScreen, screenValue } from "../../../functions/app/screening/screen-value.ts";
import { verifyScreen } from "../../../functions/app/screening/verify-screen.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { findingOf, otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { ScreeningApi } from "../../support/screening/screening-api.ts";

let screening: ScreeningApi;
let accountId: string;

async function open(plan: PlanName = "free"): Promise<void> {
  screening = new ScreeningApi();
  await screening.lists.publish([wallet]);
  accountId = await screening.account(plan);
}

beforeEach(() => open());

const question = (value: string) => ({ type: "wallet", value, chain: null });
const unknown = { code: "screening_not_found", message: "no such screen" };

describe("a screen that is answered again", () => {
  const verify = (id: string) => verifyScreen({ store: screening.api.store, listStore: screening.lists.listStore }, id);

  test("comes to the same by the lists that it was made with, whatever came since", async () => {
    screening.says = { findings: [findingOf()], score: "4.2" };
    for (const value of [wallet, otherWallet]) {
      const { view } = await screening.screen(accountId, value);
      await screening.lists.publish([otherWallet]);
      const { decisionHash } = view;
      expect(await verify(view.id)).toEqual({ matches: true, decisionHash, recomputed: decisionHash });
      await screening.lists.publish([wallet]);
    }
  });

  test("comes to another verdict where what is on record was changed, and says which", async () => {
    const { view } = await screening.screen(accountId, wallet);
    const [row] = screening.api.store.rows().filter(({ type }) => type === screenRecordType.type);
    if (!row) throw new Error("no screen");
    const change = async (state: object, v: number) => {
      const body = row.body as { state: object };
      const put = { ...row, v, body: { ...body, state: { ...body.state, ...state } } };
      await screening.api.store.write([{ put, expect: v - 1 }], `changed-${v}`);
      return verify(view.id);
    };
    const subject = (row.body as { state: { subject: object } }).state.subject;
    const { decisionHash } = view;
    const other = await change({ subject: { ...subject, value: otherWallet } }, row.v + 1);
    expect(other).toEqual({ matches: false, decisionHash, recomputed: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(other.recomputed).not.toBe(decisionHash);
    expect(await change({ subject: { ...subject, value: otherWallet, askedChain: "nowhere" } }, row.v + 2)).toEqual({
      ...{ matches: false, decisionHash, recomputed: "unsupported_chain" },
    });
  });

  test("needs every list that it was made with, and a screen", async () => {
    const { view } = await screening.screen(accountId, wallet);
    screening.lists.listStore.indexes.clear();
    await expect(verify(view.id)).rejects.toMatchObject({
      code: "provider_unavailable",
      message: "the store has not got every list that this screen was made with",
      detail: { retryAfterSeconds: 60 },
    });
    await expect(verify("scr_0")).rejects.toMatchObject(unknown);
  });

  test("is its account's alone", async () => {
    const { view } = await screening.screen(accountId, wallet);
    expect((await getScreen(screening.api.context, accountId, view.id)).id).toBe(view.id);
    const stranger = await screening.account();
    for (const ask of [
      getScreen(screening.api.context, stranger, view.id),
      getScreen(screening.api.context, accountId, "scr_0"),
    ])
      await expect(ask).rejects.toMatchObject(unknown);
  });
});

describe("what is metered", () => {
  test("is each screen that was made, once, and none that a key repeats", async () => {
    const request = requestOf(accountId, { key: "k", operation: "screenValue" });
    for (const replayed of [false, true])
      expect((await screenValue(screening.context(), request, question(wallet))).result.replayed).toBe(replayed);
    expect(screening.api.meter.values).toEqual({ ScreensDone: [1], ScreensBlocked: [1] });
  });
});

describe("a batch", () => {
  const batch = (values: readonly string[], { key = "", isLate = false } = {}) =>
    screenBatch({ ...screening.context(), isLate: () => isLate }, requestOf(accountId, { key }), values.map(question));
  const short = (results: readonly object[]) =>
    results.map((each) => ("action" in each ? each.action : (each as { code: string }).code));

  test("is answered as far as the month goes, the first ones first", async () => {
    for (let nth = 0; nth < 98; nth += 1) await screening.screen(accountId);
    const { result, usage } = await batch([wallet, otherWallet, wallet]);
    expect(short(result.results)).toEqual(["block", "allow", "plan_limit_reached"]);
    expect([usage.used, await screening.used(accountId)]).toEqual([100, 100]);
    expect([result.replayed, result.oldestAt]).toEqual([false, null]);
  });

  test("under a key is told what it was told, with the time of the oldest answer, and is not counted again", async () => {
    const at = screening.api.clock.now();
    const first = await batch([wallet, otherWallet], { key: "k" });
    screening.api.pass(60);
    const second = await batch([wallet, otherWallet], { key: "k" });
    expect(second.result).toEqual({ results: first.result.results, replayed: true, oldestAt: at });
    expect(await screening.used(accountId)).toBe(2);
    expect(screening.api.meter.values).toEqual({ ScreensDone: [1, 1], ScreensBlocked: [1] });
  });

  test("of more than one transaction is written whole", async () => {
    await open("pro");
    const { result } = await batch(Array.from({ length: 100 }, (_, nth) => (nth % 2 === 0 ? wallet : otherWallet)));
    expect(short(result.results)).toEqual(Array.from({ length: 100 }, (_, nth) => (nth % 2 === 0 ? "block" : "allow")));
    expect(await screening.used(accountId)).toBe(100);
  });

  test("that is late before it begins is answered nothing, and counts nothing", async () => {
    const { result } = await batch([wallet], { isLate: true });
    expect(result.results).toMatchObject([
      {
        code: "provider_unavailable",
        message: "the providers were too slow for so many questions at once",
        detail: { retryAfterSeconds: 1 },
      },
    ]);
    expect(await screening.used(accountId)).toBe(0);
  });
});

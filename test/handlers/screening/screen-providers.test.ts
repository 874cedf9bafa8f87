import { beforeEach, describe, expect, test } from "vitest";
import { duePartitions } from "../../../functions/app/core/due-index.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { completeScreen } from "../../../functions/app/screening/complete-pending-screens.ts";
import { approveOwnEntry, proposeOwnEntry, withdrawOwnEntry } from "../../../functions/app/screening/internal-lists.ts";
import { getScreen, screenValue } from "../../../functions/app/screening/screen-value.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";
import { findingOf, otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { ScreeningApi } from "../../support/screening/screening-api.ts";

let screening: ScreeningApi;
let account: string;

beforeEach(async () => {
  screening = new ScreeningApi();
  await screening.lists.publish([wallet]);
  account = await screening.account();
});

/** What the sweeper does with the screens that are due. */
async function sweep(): Promise<boolean[]> {
  const rows = await dueRows(screening.api.store, `${screening.api.clock.now()}~`, 100, duePartitions);
  return Promise.all(rows.map((row) => completeScreen(screening.context(), row)));
}

const sanctioned = findingOf({ category: "sanctions", exposure: "ownership", severity: "critical" });

describe("a provider that answers", () => {
  test("adds what it found", async () => {
    screening.says = { findings: [sanctioned] };
    const { view } = await screening.screen(account);
    expect(view).toMatchObject({ status: "complete", action: "block", flags: { events: [{ source: "elliptic" }] } });
    expect(screening.asked).toEqual([view.id]);
    expect(screening.api.meter.values).toMatchObject({ ScreensDone: [1], ScreensBlocked: [1] });
  });

  test("is not asked about who is on a list, nor when the month is used up", async () => {
    await screening.screen(account, wallet);
    for (let used = 1; used < 100; used++) await screening.screen(account, wallet);
    expect(await refusalCodeOf(screening.screen(account))).toBe("plan_limit_reached");
    expect(screening.asked).toEqual([]);
  });

  test("is asked once, however often its answer's writing meets others", async () => {
    let inTheWay = 5;
    const { store } = screening.api;
    const busy: Store = {
      read: (keys) => store.read(keys),
      page: (query) => store.page(query),
      write: async (writes, nonce) => (inTheWay-- > 0 ? { ok: false, rows: [] } : store.write(writes, nonce)),
    };
    const { view } = await screening.screen(account, otherWallet, { store: busy });
    expect(screening.asked).toEqual([view.id]);
    expect(await screening.used(account)).toBe(1);
  });

  test("is asked after all where an own block is gone by the time that a screen is written", async () => {
    const { store, context } = screening.api;
    const boris = { ...context, actor: "operator:boris" };
    const reply = { kind: "block", value: otherWallet, category: "scam", entity: null, reason: "x" } as const;
    const { id } = await proposeOwnEntry(context, reply);
    await approveOwnEntry(boris, id, null);
    let blocked = true;
    const busy: Store = {
      read: (keys) => store.read(keys),
      page: (query) => store.page(query),
      write: async (writes, nonce) => {
        if (!blocked) return store.write(writes, nonce);
        blocked = false;
        await withdrawOwnEntry(context, id, "a mistake");
        await approveOwnEntry(boris, id, null);
        return { ok: false, rows: [] };
      },
    };
    const { view } = await screening.screen(account, otherWallet, { store: busy });
    expect([screening.asked, view.action]).toEqual([[view.id], "allow"]);
  });
});

describe("a provider without an answer", () => {
  test("makes the screen an error, which is no pass, counts nothing and is no key's", async () => {
    screening.says = new Error("down");
    const first = await screening.screen(account, otherWallet, { key: "k" });
    expect(first.view).toMatchObject({ status: "error", action: "review" });
    expect([await screening.used(account), screening.failures]).toEqual([0, ["elliptic"]]);
    expect((await getScreen(screening.context(), account, first.view.id)).verdict.status).toBe("error");
    screening.says = {};
    const again = await screening.screen(account, otherWallet, { key: "k" });
    expect(again).toMatchObject({ replayed: false, view: { status: "complete", action: "allow" } });
    expect(await screening.used(account)).toBe(1);
  });

  test("keeps nobody who is on a list from being blocked", async () => {
    screening.says = new Error("down");
    expect((await screening.screen(account, wallet)).view).toMatchObject({ status: "complete", action: "block" });
  });

  test("uses up nothing, however often it is asked", async () => {
    screening.says = new Error("down");
    for (let asked = 0; asked < 120; asked++) await screening.screen(account);
    expect(await screening.used(account)).toBe(0);
  });
});

describe("a provider that will answer later", () => {
  beforeEach(() => {
    screening.says = { status: "pending", ref: "ref-1" };
  });

  test("leaves the screen pending, which is no pass and counts", async () => {
    const { view } = await screening.screen(account, otherWallet, { key: "k" });
    expect(view).toMatchObject({ status: "pending", action: "review" });
    expect(await screening.used(account)).toBe(1);
    expect(await sweep()).toEqual([]);
  });

  test("completes it by and by, without counting again", async () => {
    const { view } = await screening.screen(account, otherWallet, { key: "k" });
    screening.saysAgain = { status: "pending", ref: "ref-1" };
    screening.api.pass(60);
    expect(await sweep()).toEqual([false]);
    screening.saysAgain = { findings: [sanctioned] };
    screening.api.pass(60);
    expect(await sweep()).toEqual([true]);
    const done = await getScreen(screening.context(), account, view.id);
    expect(done.verdict).toMatchObject({ status: "complete", action: "block" });
    expect(done.verdict.decisionHash).not.toBe(view.decisionHash);
    expect(done).toMatchObject({ askAgainAt: null, createdAt: view.createdAt, updatedAt: screening.api.clock.now() });
    expect([await screening.used(account), screening.asked]).toEqual([1, [view.id, "ref-1", "ref-1"]]);
    expect((await screening.screen(account, otherWallet, { key: "k" })).view).toEqual(view);
    screening.api.pass(86_400);
    expect(await sweep()).toEqual([]);
  });

  test("is waited for a day, and then the screen is an error", async () => {
    const { view } = await screening.screen(account);
    screening.saysAgain = { status: "pending", ref: "ref-1" };
    let looks = 0;
    for (let minute = 0; minute < 1_500; minute++) {
      screening.api.pass(60);
      looks += (await sweep()).length;
    }
    expect((await getScreen(screening.context(), account, view.id)).verdict).toMatchObject({
      status: "error",
      action: "review",
    });
    expect(looks).toBeLessThan(40);
    // What nobody answered is not counted: it is given back.
    expect(await screening.used(account)).toBe(0);
  });

  test("is blocked where a list has come to name it meanwhile", async () => {
    const { view } = await screening.screen(account);
    await screening.lists.publish([wallet, otherWallet]);
    screening.saysAgain = { status: "pending", ref: "ref-1" };
    screening.api.pass(60);
    expect(await sweep()).toEqual([true]);
    expect((await getScreen(screening.context(), account, view.id)).verdict).toMatchObject({ action: "block" });
  });

  test("is asked about not before its minute is over, and what is no screen never", async () => {
    const { id } = (await screening.screen(account)).view;
    const [row] = await screening.api.store.read([rowKey(id)]);
    if (!row) throw new Error("no screen");
    screening.asked.length = 0;
    screening.api.pass(59);
    for (const each of [row, { ...row, type: "account" }])
      expect(await completeScreen(screening.context(), each)).toBe(false);
    expect(screening.asked).toEqual([]);
  });

  test("two sweepers at once write one answer", async () => {
    const { view } = await screening.screen(account);
    screening.saysAgain = { findings: [] };
    screening.api.pass(60);
    expect((await Promise.all([sweep(), sweep()])).flat().filter(Boolean)).toHaveLength(1);
    const entries = await screening.api.store.page({ pk: view.id, prefix: "entry#", limit: 10 });
    expect(entries).toHaveLength(2);
  });
});

describe("a list that is too old", () => {
  test("lets nobody be screened, and nothing is counted", async () => {
    await screening.lists.publish([wallet], "ofac_sdn");
    screening.api.pass(73 * 3_600);
    expect(await refusalCodeOf(screening.screen(account))).toBe("provider_unavailable");
    expect([await screening.used(account), screening.asked]).toEqual([0, []]);
    await screening.lists.publish([wallet], "ofac_sdn", screening.api.clock.now());
    expect((await screening.screen(account)).view.status).toBe("complete");
  });

  test("that is required and not there does so, too", async () => {
    const context = { ...screening.context(), requiredLists: ["ofac_sdn"] };
    const request = { tenantId: account, operation: "screenValue", idempotencyKey: "", fingerprint: "" };
    const input = { type: "wallet", value: otherWallet, chain: null };
    expect(await refusalCodeOf(screenValue(context, request, input))).toBe("provider_unavailable");
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { duePartitions } from "../../../functions/app/core/due.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import type { Book } from "../../../functions/app/core/ports.ts";
import { completeScreen } from "../../../functions/app/screening/complete-pending-screens.ts";
import {
  approveOwnEntry,
  proposeOwnEntry,
  withdrawOwnEntry,
} from "../../../functions/app/screening/internal-lists.ts";
import { getScreen, screenValue } from "../../../functions/app/screening/screen-value.ts";
import { verifyScreen } from "../../../functions/app/screening/verify-screen.ts";
import { refused } from "../../support/routes/refused.ts";
import { ScreenOffice } from "../../support/screening/screen-desk.ts";
import { findingOf, otherWallet, wallet } from "../../support/screening/screen-samples.ts";

let office: ScreenOffice;
let account: string;

beforeEach(async () => {
  office = new ScreenOffice();
  await office.lists.publish([wallet]);
  account = await office.account();
});

/** What the sweeper does with the screens that are due. */
async function sweep(): Promise<boolean[]> {
  const rows = await dueRows(office.door.book, `${office.door.clock.now()}~`, 100, duePartitions);
  return Promise.all(rows.map((row) => completeScreen(office.desk(), row)));
}

const sanctioned = findingOf({ category: "sanctions", exposure: "ownership", severity: "critical" });

describe("a provider that answers", () => {
  test("adds what it found", async () => {
    office.says = { findings: [sanctioned] };
    const { view } = await office.screen(account);
    expect(view).toMatchObject({
      status: "complete",
      action: "block",
      flags: { events: [{ source: "elliptic" }] },
    });
    expect(office.asked).toEqual([view.id]);
    expect(office.door.meter.values).toMatchObject({ ScreensDone: [1], ScreensBlocked: [1] });
  });

  test("is not asked about who is on a list, nor when the month is used up", async () => {
    await office.screen(account, wallet);
    for (let used = 1; used < 100; used++) await office.screen(account, wallet);
    expect(await refused(office.screen(account))).toBe("plan_limit_reached");
    expect(office.asked).toEqual([]);
  });

  test("is asked once, however often its answer's writing meets others", async () => {
    let inTheWay = 5;
    const { book } = office.door;
    const busy: Book = {
      read: (keys) => book.read(keys),
      page: (query) => book.page(query),
      write: async (writes, nonce) => (inTheWay-- > 0 ? { ok: false, rows: [] } : book.write(writes, nonce)),
    };
    const { view } = await office.screen(account, otherWallet, { book: busy });
    expect(office.asked).toEqual([view.id]);
    expect(await office.used(account)).toBe(1);
  });

  test("is asked after all where an own block is gone by the time that a screen is written", async () => {
    const { book, desk } = office.door;
    const boris = { ...desk, actor: "operator:boris" };
    const said = { kind: "block", value: otherWallet, category: "scam", entity: null, reason: "x" } as const;
    const { id } = await proposeOwnEntry(desk, said);
    await approveOwnEntry(boris, id, null);
    let blocked = true;
    const busy: Book = {
      read: (keys) => book.read(keys),
      page: (query) => book.page(query),
      write: async (writes, nonce) => {
        if (!blocked) return book.write(writes, nonce);
        blocked = false;
        await withdrawOwnEntry(desk, id, "a mistake");
        await approveOwnEntry(boris, id, null);
        return { ok: false, rows: [] };
      },
    };
    const { view } = await office.screen(account, otherWallet, { book: busy });
    expect([office.asked, view.action]).toEqual([[view.id], "allow"]);
  });
});

describe("a provider without an answer", () => {
  test("makes the screen an error, which is no pass, counts nothing and is no key's", async () => {
    office.says = new Error("down");
    const first = await office.screen(account, otherWallet, { key: "k" });
    expect(first.view).toMatchObject({ status: "error", action: "review" });
    expect([await office.used(account), office.failures]).toEqual([0, ["elliptic"]]);
    expect((await getScreen(office.desk(), account, first.view.id)).verdict.status).toBe("error");
    office.says = {};
    const again = await office.screen(account, otherWallet, { key: "k" });
    expect(again).toMatchObject({ replayed: false, view: { status: "complete", action: "allow" } });
    expect(await office.used(account)).toBe(1);
  });

  test("keeps nobody who is on a list from being blocked", async () => {
    office.says = new Error("down");
    expect((await office.screen(account, wallet)).view).toMatchObject({
      status: "complete",
      action: "block",
    });
  });

  test("uses up nothing, however often it is asked", async () => {
    office.says = new Error("down");
    for (let asked = 0; asked < 120; asked++) await office.screen(account);
    expect(await office.used(account)).toBe(0);
  });
});

describe("a provider that will answer later", () => {
  beforeEach(() => {
    office.says = { status: "pending", ref: "ref-1" };
  });

  test("leaves the screen pending, which is no pass and counts", async () => {
    const { view } = await office.screen(account, otherWallet, { key: "k" });
    expect(view).toMatchObject({ status: "pending", action: "review" });
    expect(await office.used(account)).toBe(1);
    expect(await sweep()).toEqual([]);
  });

  test("completes it by and by, without counting again", async () => {
    const { view } = await office.screen(account, otherWallet, { key: "k" });
    office.saysAgain = { status: "pending", ref: "ref-1" };
    office.door.pass(60);
    expect(await sweep()).toEqual([false]);
    office.saysAgain = { findings: [sanctioned] };
    office.door.pass(60);
    expect(await sweep()).toEqual([true]);
    const done = await getScreen(office.desk(), account, view.id);
    expect(done.verdict).toMatchObject({ status: "complete", action: "block" });
    expect(done.verdict.decision_hash).not.toBe(view.decision_hash);
    expect(done).toMatchObject({
      askAgainAt: null,
      createdAt: view.created_at,
      updatedAt: office.door.clock.now(),
    });
    expect([await office.used(account), office.asked]).toEqual([1, [view.id, "ref-1", "ref-1"]]);
    expect((await office.screen(account, otherWallet, { key: "k" })).view).toEqual(view);
    office.door.pass(86_400);
    expect(await sweep()).toEqual([]);
  });

  test("is waited for a day, and then the screen is an error", async () => {
    const { view } = await office.screen(account);
    office.saysAgain = { status: "pending", ref: "ref-1" };
    let looks = 0;
    for (let minute = 0; minute < 1_500; minute++) {
      office.door.pass(60);
      looks += (await sweep()).length;
    }
    expect((await getScreen(office.desk(), account, view.id)).verdict).toMatchObject({
      status: "error",
      action: "review",
    });
    expect(looks).toBeLessThan(40);
    // What nobody answered is not counted: it is given back.
    expect(await office.used(account)).toBe(0);
  });

  test("is blocked where a list has come to name it meanwhile", async () => {
    const { view } = await office.screen(account);
    await office.lists.publish([wallet, otherWallet]);
    office.saysAgain = { status: "pending", ref: "ref-1" };
    office.door.pass(60);
    expect(await sweep()).toEqual([true]);
    expect((await getScreen(office.desk(), account, view.id)).verdict).toMatchObject({ action: "block" });
  });

  test("two sweepers at once write one answer", async () => {
    const { view } = await office.screen(account);
    office.saysAgain = { findings: [] };
    office.door.pass(60);
    expect((await Promise.all([sweep(), sweep()])).flat().filter(Boolean)).toHaveLength(1);
    const entries = await office.door.book.page({ pk: view.id, prefix: "entry#", limit: 10 });
    expect(entries).toHaveLength(2);
  });
});

describe("a screen that is answered again", () => {
  test("comes out the same after every list and own entry has changed", async () => {
    office.says = { findings: [findingOf()], score: "4.2" };
    const { view } = await office.screen(account);
    await office.lists.publish([wallet, otherWallet]);
    const desk = { ...office.desk(), store: office.lists.store };
    expect(await verifyScreen(desk, view.id)).toEqual({
      matches: true,
      decision_hash: view.decision_hash,
      recomputed: view.decision_hash,
    });
  });

  test("tells where its record was changed", async () => {
    const { view } = await office.screen(account);
    const [row] = await office.door.book.read([{ pk: view.id, sk: "row" }]);
    if (!row) throw new Error("no row");
    const body = JSON.parse(
      JSON.stringify(row.body).replace(otherWallet, "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL"),
    );
    await office.door.book.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], "tampered");
    const desk = { ...office.desk(), store: office.lists.store };
    expect(await verifyScreen(desk, view.id)).toMatchObject({ matches: false });
  });

  test("is refused where the store has lost the list", async () => {
    const { view } = await office.screen(account);
    office.lists.store.indexes.clear();
    const desk = { ...office.desk(), store: office.lists.store };
    expect(await refused(verifyScreen(desk, view.id))).toBe("provider_unavailable");
  });
});

describe("a list that is too old", () => {
  test("lets nobody be screened, and nothing is counted", async () => {
    await office.lists.publish([wallet], "ofac_sdn");
    office.door.pass(73 * 3_600);
    expect(await refused(office.screen(account))).toBe("provider_unavailable");
    expect([await office.used(account), office.asked]).toEqual([0, []]);
    await office.lists.publish([wallet], "ofac_sdn", office.door.clock.now());
    expect((await office.screen(account)).view.status).toBe("complete");
  });

  test("that is required and not there does so, too", async () => {
    const desk = { ...office.desk(), requiredLists: ["ofac_sdn"] };
    const request = { tenantId: account, operation: "screenValue", idempotencyKey: "", fingerprint: "" };
    const asked = { type: "wallet", value: otherWallet, chain: null };
    expect(await refused(screenValue(desk, request, asked))).toBe("provider_unavailable");
  });
});

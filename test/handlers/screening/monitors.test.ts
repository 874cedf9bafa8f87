import { describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { changeAccount } from "../../../functions/app/screening/accounts.ts";
import { deleteMonitor, endpointKey, listMonitors } from "../../../functions/app/screening/monitors.ts";
import { openMonitor } from "../../../functions/app/screening/open-monitor.ts";
import { usageKey } from "../../../functions/app/screening/usage.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { WatchTower } from "../../support/screening/watch-tower.ts";

/** A tower with a list, a Pro account, and a monitor of a clean wallet. */
async function watched() {
  const tower = new WatchTower();
  await tower.publish([]);
  const account = await tower.account();
  const id = await tower.watch(account, wallet);
  await tower.minute();
  return { tower, account, id };
}

describe("an address that is watched", () => {
  test("and comes onto a list is told of within a minute, signed, with the screen that says so", async () => {
    const { tower, account, id } = await watched();
    expect(tower.posts).toEqual([]);
    await tower.publish([wallet]);
    tower.ticks = true;
    const swept = { rescreened: 1, alerted: 1, completed: 0, sent: 1, failed: 0 };
    expect(await tower.minute()).toEqual(swept);
    expect(tower.posts).toHaveLength(1);
    const [post] = tower.posts;
    expect(post?.body).toMatchObject({
      event: "monitor.risk_changed",
      data: {
        ...{ monitorId: id, value: wallet, chain: null },
        before: { risk_level: "low", action: "allow" },
        after: { risk_level: "critical", action: "block" },
        screen: { status: "complete", risk_score: 100, entity_name: "Ivan EXAMPLE" },
      },
    });
    expect(Object.keys(post?.body ?? {})).toEqual(["event", "data"]);
    expect(post?.headers).toMatchObject({
      "x-service-signature": expect.stringMatching(/^t=\d+,v1=[\da-f]{64}$/),
      "webhook-signature": expect.stringMatching(/^v1,/),
      "x-service-attempt": "1",
    });
    const seen = await tower.monitor(account, id);
    expect(seen.monitor).toMatchObject({ risk: { action: "block" }, risk_score: 100 });
    expect(seen.alerts).toMatchObject([{ delivery: { status: "delivered", attemptsMade: 1 } }]);
    expect(post?.headers["webhook-id"]).toBe(seen.alerts[0]?.alert.id);
  });

  test("in whatever way its letters are written there", async () => {
    const { tower } = await watched();
    await tower.publish([wallet.toLowerCase()]);
    expect(await tower.minute()).toMatchObject({ alerted: 1 });
  });

  test("and goes off the list again is told of again", async () => {
    const { tower } = await watched();
    await tower.publish([wallet]);
    await tower.minute();
    await tower.publish([otherWallet]);
    await tower.minute();
    expect(tower.posts.map(({ body }) => body.data.after)).toMatchObject([
      { action: "block" },
      { action: "allow", risk_level: "low" },
    ]);
  });

  test("under a chain that is not its own is told of when it goes off the list, which alone let it be watched", async () => {
    const tower = new WatchTower();
    await tower.publish([wallet]);
    const request = requestOf(await tower.account());
    const input = { value: wallet, chain: "bitcoin", url: "https://acme.example/", secret: null };
    await openMonitor(tower.monitorContext(), request, input);
    await tower.publish([]);
    expect(await tower.minute()).toMatchObject({ alerted: 1, sent: 1, failed: 0 });
    expect(tower.posts[0]?.body.data.after).toMatchObject({ action: "allow" });
  });

  test("and is blocked by two operators, and unblocked, is told of both", async () => {
    const { tower } = await watched();
    const entry = await tower.block(wallet);
    await tower.minute();
    await tower.unblock(entry);
    await tower.minute();
    expect(tower.posts.map(({ body }) => body.data.after)).toMatchObject([{ action: "block" }, { action: "allow" }]);
  });

  test("costs nothing where others come onto the list", async () => {
    const { tower } = await watched();
    await tower.publish([otherWallet]);
    expect(await tower.minute()).toMatchObject({ rescreened: 0, alerted: 0 });
  });

  test("is screened again after a day whatever happens, and that is not counted", async () => {
    const { tower, account } = await watched();
    tower.pass(86_400);
    expect(await tower.sweep()).toMatchObject({ rescreened: 1, alerted: 0 });
    const [counter] = await tower.store.read([usageKey(account, tower.now)]);
    expect(counter?.counted).toBe(1);
  });

  test("is told of where its list changed while the monitor was being opened", async () => {
    const tower = new WatchTower();
    await tower.publish([]);
    const account = await tower.account();
    await tower.watch(account, wallet);
    await tower.publish([wallet]);
    // The walk was over before the monitor's rows were there.
    const at = { sk: "row", pk: "walked#lists" };
    await tower.store.write([{ put: { ...at, v: 1, type: "walked", body: { version: 2 } }, expect: "absent" }], "w");
    expect(await tower.minute()).toMatchObject({ alerted: 1 });
  });

  test("is told nothing of by a provider that does not answer, and asked about again within the hour", async () => {
    const { tower } = await watched();
    const ask = async () => ({
      ...{ provider: "silent", status: "error" as const, ref: null, findings: [], score: null },
    });
    tower.providers.push({ name: "silent", timeoutSeconds: 1, covers: () => true, ask, askAgain: ask });
    tower.pass(86_400);
    expect(await tower.sweep()).toMatchObject({ rescreened: 1, alerted: 0 });
    tower.providers.pop();
    tower.pass(3_600);
    expect(await tower.sweep()).toMatchObject({ rescreened: 1, alerted: 0 });
  });
});

describe("without lists to screen by", () => {
  test("nothing is told, and everything is screened once they are there", async () => {
    const { tower } = await watched();
    await tower.publish([wallet]);
    const broken = { ...tower.sweepContext(), requiredLists: ["ofac_sdn"] };
    tower.pass(60);
    expect(await tower.sweep(broken)).toMatchObject({ rescreened: 0, failed: 1 });
    expect(await tower.minute()).toMatchObject({ alerted: 1, sent: 1 });
  });
});

describe("opening a monitor", () => {
  test("counts one screening and answers its risk as it is", async () => {
    const tower = new WatchTower();
    await tower.publish([wallet]);
    const account = await tower.account();
    const input = { value: wallet, chain: "ethereum", url: "https://acme.example/", secret: null };
    const opened = await openMonitor(tower.monitorContext(), requestOf(account), input);
    expect(opened.monitor).toMatchObject({ risk: { action: "block" } });
    expect(opened.secret).toMatch(/^whsec_/);
    const [counter] = await tower.store.read([usageKey(account, tower.now)]);
    expect(counter?.counted).toBe(1);
    expect(await tower.minute()).toMatchObject({ alerted: 0 });
  });

  test.each(["free", "starter"] as const)("is refused on the plan %s, and counts nothing", async (plan) => {
    const tower = new WatchTower();
    await tower.publish([]);
    const account = await tower.account(plan);
    expect(await refusalCodeOf(tower.watch(account, wallet))).toBe("plan_required");
    expect(await tower.store.read([usageKey(account, tower.now)])).toEqual([undefined]);
  });

  test.each([
    ["a URL that may not be called", "invalid_request", wallet, "not a public address"],
    ["a value that is no address", "invalid_value", "two words", undefined],
  ])("is refused with %s, and counts nothing", async (_, code, value, problem) => {
    const tower = new WatchTower();
    await tower.publish([]);
    const account = await tower.account();
    tower.urlProblem = problem;
    expect(await refusalCodeOf(tower.watch(account, value))).toBe(code);
    expect(await tower.store.read([usageKey(account, tower.now)])).toEqual([undefined]);
  });
});

describe("a monitor", () => {
  test("of an account that went down to a plan without them is left alone, and goes on after the way back up", async () => {
    const { tower, account, id } = await watched();
    await changeAccount(tower.context(), account, { plan: "starter" });
    await tower.publish([wallet]);
    expect(await tower.minute()).toMatchObject({ rescreened: 0, alerted: 0 });
    expect(await tower.monitor(account, id)).toMatchObject({ paused: true });
    await changeAccount(tower.context(), account, { plan: "pro" });
    tower.pass(86_400);
    expect(await tower.sweep()).toMatchObject({ alerted: 1, sent: 1 });
    expect(await tower.monitor(account, id)).toMatchObject({ paused: false });
  });

  test("of an account that is suspended is left alone, until it is not any more", async () => {
    const { tower, account, id } = await watched();
    await changeAccount(tower.context(), account, { status: "suspended" });
    await tower.publish([wallet]);
    expect(await tower.minute()).toMatchObject({ rescreened: 0, alerted: 0 });
    expect(await tower.monitor(account, id)).toMatchObject({ paused: true });
    await changeAccount(tower.context(), account, { status: "active" });
    tower.pass(86_400);
    expect(await tower.sweep()).toMatchObject({ alerted: 1, sent: 1 });
  });

  test("that is deleted is told nothing more, and what waits for it is ended", async () => {
    const { tower, account, id } = await watched();
    tower.receiver = () => 500;
    await tower.publish([wallet]);
    await tower.minute();
    const [waiting] = (await tower.monitor(account, id)).alerts;
    await deleteMonitor(tower.monitorContext(), account, id);
    const left = await tower.store.read([endpointKey(id), rowKey(waiting?.alert.deliveryId ?? "")]);
    expect(left.map((row) => row?.body)).toMatchObject([
      { state: { enabled: false, deletedAt: tower.now } },
      { status: "exhausted", endedReason: "endpoint_deleted" },
    ]);
    await tower.publish([]);
    for (let minute = 0; minute < 10; minute++) await tower.minute();
    expect(tower.posts).toHaveLength(1);
    expect(await refusalCodeOf(tower.monitor(account, id))).toBe("not_found");
    expect(await refusalCodeOf(deleteMonitor(tower.monitorContext(), account, id))).toBe("not_found");
    expect((await listMonitors(tower.monitorContext(), account, { limit: 25 })).data).toEqual([]);
  });

  test("is nobody else's to read or to delete", async () => {
    const { tower, id } = await watched();
    const stranger = await tower.account();
    expect(await refusalCodeOf(tower.monitor(stranger, id))).toBe("not_found");
    expect(await refusalCodeOf(deleteMonitor(tower.monitorContext(), stranger, id))).toBe("not_found");
  });

  test("is listed with others of its account, the newest first, each with how it is in effect", async () => {
    const { tower, account, id } = await watched();
    tower.receiver = () => 410;
    await tower.publish([wallet]);
    await tower.minute();
    tower.pass(1);
    const second = await tower.watch(account, otherWallet);
    const { data, nextCursor } = await listMonitors(tower.monitorContext(), account, { limit: 25 });
    expect(data.map(({ monitor, disabledReason }) => [monitor.id, disabledReason])).toEqual([
      [second, null],
      [id, "answered_410"],
    ]);
    expect(nextCursor).toBeNull();
    const endpoint = async () => (await tower.store.read([endpointKey(id)]))[0]?.body;
    expect(await endpoint()).toMatchObject({ state: { enabled: true, disabledReason: null } });
    expect(await tower.minute()).toMatchObject({ failed: 0 });
    expect(await endpoint()).toMatchObject({ state: { enabled: false, disabledReason: "answered_410" } });
    await tower.publish([]);
    await tower.minute();
    expect(tower.posts).toHaveLength(1);
  });
});

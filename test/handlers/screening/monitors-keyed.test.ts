import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteMonitor } from "../../../functions/app/screening/monitors.ts";
import { monitorsKey, usageKey } from "../../../functions/app/screening/usage.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../support/screening/deployed-screening.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";
import { WatchTower } from "../../support/screening/watch-tower.ts";

const deployed = new DeployedLists();
const asked = { value: otherWallet, webhook: "http://127.0.0.1:9/alerts" };
const keyed = { "idempotency-key": "watch-17" };
let owner: AccountOwner;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
});

afterAll(() => deployed.stop());

beforeEach(async () => {
  owner = await deployed.account("pro");
});

function open(body: object = asked, headers: Record<string, string> = keyed) {
  return deployed.call("openMonitor", owner.apiKey, {}, body, headers);
}

async function used() {
  const { used: screenings, monitors } = JSON.parse((await deployed.call("getUsage", owner.apiKey)).text);
  return [screenings, monitors];
}

describe("a monitor that is opened under a key", () => {
  test.each([
    ["made for it", asked],
    ["of its own", { ...asked, secret: "a secret of the account's own" }],
  ])("with a secret %s is one monitor however often it is asked for, its secret told again", async (_, body) => {
    const first = await open(body);
    expect([first.status, first.headers]).toEqual([201, expect.not.objectContaining(replay)]);
    await deployed.advance(90);
    const again = await open(body);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers).toMatchObject(replay);
    expect(Number(again.headers["x-verdict-age"])).toBeGreaterThanOrEqual(90);
    expect(await used()).toEqual([1, { used: 1, limit: 10_000 }]);
  });

  test("is one for 64 at once", async () => {
    const replies = await Promise.all(Array.from({ length: 64 }, () => open()));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await used()).toEqual([1, { used: 1, limit: 10_000 }]);
    const listed = await deployed.call("listMonitors", owner.apiKey);
    expect(JSON.parse(listed.text).data).toHaveLength(1);
  });

  test("is refused for another address, or another URL", async () => {
    await open();
    for (const other of [
      { ...asked, value: wallet },
      { ...asked, webhook: "http://127.0.0.1:9/" },
    ]) {
      const { status, text } = await open(other);
      expect([status, JSON.parse(text).code]).toEqual([409, "idempotency_key_reuse"]);
    }
    expect(await used()).toEqual([1, { used: 1, limit: 10_000 }]);
  });

  test("is told as it was opened after it was deleted, and is not opened again", async () => {
    const first = await open();
    await deployed.call("deleteMonitor", owner.apiKey, { id: JSON.parse(first.text).id });
    expect((await open()).text).toBe(first.text);
    expect(await used()).toEqual([1, { used: 0, limit: 10_000 }]);
  });

  test("has no secret of its own in the clear on record", async () => {
    const secret = "a secret that nobody may read";
    await open({ ...asked, secret });
    // The sandbox of this test seals by turning into base64.
    expect(JSON.stringify(deployed.aws.store.rows())).not.toContain(secret);
  });

  test("is another one under another key, and under none", async () => {
    const replies = [await open(), await open(asked, { "idempotency-key": "watch-18" }), await open(asked, {})];
    expect(new Set(replies.map(({ text }) => JSON.parse(text).id)).size).toBe(3);
    expect(await used()).toEqual([3, { used: 3, limit: 10_000 }]);
  });
});

const replay = { "idempotent-replay": "true" };

describe("an account that watches nearly as much as its plan allows", () => {
  async function nearlyFull(left: number) {
    const tower = new WatchTower();
    await tower.publish([]);
    const account = await tower.account();
    const count = { count: monitorsKey(account), by: 10_000 - left, most: null };
    await tower.store.write([count], "furnished");
    const counted = async () => {
      const rows = await tower.store.read([monitorsKey(account), usageKey(account, tower.now)]);
      return rows.map((row) => row?.counted);
    };
    return { tower, account, counted };
  }

  test("has its last places taken by exactly as many of 64 at once, and the others count nothing", async () => {
    const { tower, account, counted } = await nearlyFull(3);
    const response = await Promise.allSettled(Array.from({ length: 64 }, () => tower.watch(account, otherWallet)));
    expect(response.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const each of response)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({
          code: "monitor_limit_reached",
          detail: { extra: { limit: 10_000, used: 10_000 } },
        });
    expect(await counted()).toEqual([10_000, 3]);
  });

  test("has room again for one that it deletes, once however often that is asked", async () => {
    const { tower, account, counted } = await nearlyFull(1);
    const id = await tower.watch(account, otherWallet);
    expect(await refusalCodeOf(tower.watch(account, wallet))).toBe("monitor_limit_reached");
    const context = tower.monitorContext();
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => deleteMonitor(context, account, id)));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await tower.watch(account, wallet);
    expect(await counted()).toEqual([10_000, 2]);
  });

  test("asks no provider about what it may not watch", async () => {
    const { tower, account } = await nearlyFull(0);
    const ask = async () => {
      throw new Error("asked");
    };
    let looks = 0;
    const covers = () => {
      looks += 1;
      return true;
    };
    tower.providers.push({ name: "dear", timeoutSeconds: 1, covers, ask, askAgain: ask });
    expect(await refusalCodeOf(tower.watch(account, otherWallet))).toBe("monitor_limit_reached");
    expect(looks).toBe(0);
  });
});

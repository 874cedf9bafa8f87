import { describe, expect, test } from "vitest";
import { DnsUrlGuard } from "../../../functions/adapters/http/url-guard.ts";
import { openMonitor } from "../../../functions/app/screening/open-monitor.ts";
import { usageKey } from "../../../functions/app/screening/usage.ts";
import { requestOf } from "../../support/routes/keyed.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";
import { wallet } from "../../support/screening/screen-samples.ts";
import { WatchTower } from "../../support/screening/watch-tower.ts";
import { badUrls, privateHosts } from "../../support/webhooks/url-vectors.ts";

describe("a URL whose name leads to where nobody may be called", () => {
  test("opens no monitor, and is not looked up for whom a plan gives none", async () => {
    const tower = new WatchTower();
    await tower.publish([]);
    const reply = { value: wallet, chain: null, url: "https://inside.example/", secret: null };
    const looked: string[] = [];
    const problem = async (url: string) => {
      looked.push(url);
      return "not a public address";
    };
    const context = { ...tower.monitorContext(), urls: { writtenProblem: () => undefined, problem } };
    const [pro, free] = [await tower.account("pro"), await tower.account("free")];
    expect(await refusalCodeOf(openMonitor(context, requestOf(free), reply))).toBe("plan_required");
    expect(looked).toEqual([]);
    expect(await refusalCodeOf(openMonitor(context, requestOf(pro), reply))).toBe("invalid_request");
    expect(await tower.store.read([usageKey(pro, tower.now)])).toEqual([undefined]);
    const message = "not a public address";
    await expect(openMonitor(context, requestOf(pro), reply)).rejects.toMatchObject({
      message: `webhook: ${message}`,
      detail: { fields: [{ path: "webhook", message }] },
    });
  });
});

describe("a URL that is written as none can be", () => {
  test("is refused before anything is read or looked up", async () => {
    const tower = new WatchTower();
    const urls = { writtenProblem: () => "no URL", problem: () => expect.fail("it was looked up") };
    const input = { value: wallet, chain: null, url: "nowhere", secret: null };
    const opened = openMonitor({ ...tower.monitorContext(), urls }, requestOf("acc_1"), input);
    await expect(opened).rejects.toMatchObject({ code: "invalid_request", message: "webhook: no URL" });
    expect(tower.store.calls).toBe(0);
  });
});

describe("a monitor's secret", () => {
  test("is sealed for the answer that a key keeps, and for no answer without one", async () => {
    const tower = new WatchTower();
    await tower.publish([]);
    const accountId = await tower.account();
    const sealed: string[] = [];
    const keptSecrets = {
      seal: async (plain: string) => `sealed ${sealed.push(plain)}`,
      open: async (text: string) => sealed[Number(text.slice("sealed ".length)) - 1] ?? "",
    };
    const open = (key: string) => {
      const request = requestOf(accountId, { key, operation: "openMonitor" });
      const input = { value: wallet, chain: null, url: "https://acme.example/", secret: null };
      return openMonitor({ ...tower.monitorContext(), keptSecrets }, request, input);
    };
    await open("");
    expect(sealed).toEqual([]);
    const first = await open("k");
    expect(await open("k")).toEqual({ ...first, isReplay: true });
    expect([first.isReplay, sealed]).toEqual([false, [first.secret]]);
  });
});

describe("a URL that leads to where nobody may be called", () => {
  const urls = [...privateHosts.map((host) => `https://${host}/`), ...badUrls];

  test("opens no monitor, and counts nothing", async () => {
    const tower = new WatchTower();
    await tower.publish([]);
    const accountId = await tower.account();
    const context = { ...tower.monitorContext(), urls: new DnsUrlGuard(false) };
    const input = { value: wallet, chain: null, secret: null };
    const taken: string[] = [];
    for (const url of urls)
      if ((await refusalCodeOf(openMonitor(context, requestOf(accountId), { ...input, url }))) !== "invalid_request")
        taken.push(url);
    expect(taken).toEqual([]);
    expect(urls.length).toBeGreaterThan(100);
    expect(await tower.store.read([usageKey(accountId, tower.now)])).toEqual([undefined]);
  });
});

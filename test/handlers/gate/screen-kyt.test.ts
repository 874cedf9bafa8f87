import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KytScreening } from "../../../functions/adapters/http/screen-kyt.ts";
import { VendorUnavailable } from "../../../functions/adapters/http/vendor-http.ts";
import { screenAddress } from "../../../functions/app/gate/screen-wallet.ts";
import { tenantSettingsOf } from "../../../functions/app/tenants/tenant-settings.ts";
import { gate } from "../../../functions/domain/gate/payout-gate.ts";
import { MemoryMeter } from "../../support/core/memory-log.ts";
import { unsaid } from "../../support/kyt-sim/control.ts";
import { KytSim } from "../../support/kyt-sim/sim.ts";

const wallet = "0xde709f2102306220921060314715629080e2fb77";
const ask = { key: "stl_1:collection:1", address: wallet, chain: "base", stage: "collection" } as const;
const screenRoute = "POST /api/v1/screen";

let sim: KytSim;
let told: string[];
let waited: number[];

beforeAll(async () => {
  sim = await KytSim.start();
});

beforeEach(() => {
  sim.faults.clear();
  sim.asked.length = 0;
  sim.bought.clear();
  sim.says.clear();
  sim.refuses.clear();
  sim.versions.length = 0;
  sim.keptSeconds = 0;
  sim.screenStatus = 200;
  sim.apiKey = "slc_test_sim";
  told = [];
  waited = [];
});

afterAll(() => sim[Symbol.asyncDispose]());

function interfaceAt(url = sim.url, seconds = 5): KytScreening {
  return new KytScreening({
    baseUrl: url,
    apiKey: async () => "slc_test_sim",
    tell: (what) => told.push(what),
    seconds,
    wait: async (ms) => waited.push(ms),
  });
}

/** What the gate makes of it, as it buys a screen. */
async function gated(screening = interfaceAt(), input = ask) {
  const { flags } = tenantSettingsOf([]);
  return gate(await screenAddress({ screening, live: true, meter: new MemoryMeter() }, flags, input));
}

describe("a wallet that the interface allows", () => {
  test("passes, by the verdict's id and risk", async () => {
    expect(await interfaceAt().screen(ask)).toEqual({
      status: "complete",
      action: "allow",
      ref: expect.stringMatching(/^scr_/),
      riskLevel: "low",
    });
    expect(await gated()).toBe("pass");
  });

  test("was asked about under our key, with its chain by the interface's name", async () => {
    await interfaceAt().screen({ ...ask, chain: "Avalanche_C_Chain" });
    await interfaceAt().screen({ ...ask, key: "stl_1:collection:2", chain: "worldchain" });
    expect(sim.asked).toEqual([
      { type: "wallet", value: wallet, chain: "avalanche", key: ask.key },
      { type: "wallet", value: wallet, key: "stl_1:collection:2" },
    ]);
  });

  test("is bought once however often it is asked under one key", async () => {
    const [one, other] = [await interfaceAt().screen(ask), await interfaceAt().screen(ask)];
    expect(one).toEqual(other);
    expect(sim.bought.size).toBe(1);
  });

  test("is bought anew under the next key where what is kept under ours is of before", async () => {
    await interfaceAt().screen(ask);
    sim.keptSeconds = 841;
    sim.list(wallet);
    expect(await gated()).toBe("declined");
    expect(sim.asked.map(({ key }) => key)).toEqual([ask.key, ask.key, `${ask.key}:2`]);
  });

  test("was allowed when it was, where its answer was kept until we came again", async () => {
    await interfaceAt().screen(ask);
    sim.keptSeconds = 840;
    expect(await interfaceAt().screen(ask)).toMatchObject({ action: "allow", ageSeconds: 840 });
    expect(sim.bought.size).toBe(1);
  });

  test("is unavailable where all that is kept is of before", async () => {
    for (const key of [ask.key, `${ask.key}:2`, `${ask.key}:3`]) await interfaceAt().screen({ ...ask, key });
    sim.keptSeconds = 841;
    expect(await gated()).toBe("unavailable");
  });

  test.each([
    ["is long", "x".repeat(300)],
    ["is no text for a header", "esc_1:release:1:0xÄ"],
  ])("is bought once under a key that %s", async (_, key) => {
    await interfaceAt().screen({ ...ask, key });
    await interfaceAt().screen({ ...ask, key });
    expect([...sim.bought.keys()]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });
});

describe("a wallet that the interface does not allow", () => {
  test("is declined where it is on a list, in any case of its letters", async () => {
    sim.list(wallet.toUpperCase());
    expect(await gated()).toBe("declined");
  });

  test.each([
    ["pending", "pending"],
    ["review", "pending"],
    ["error", "unavailable"],
  ] as const)("with the verdict %s is %s", async (reply, outcome) => {
    sim.says.set(wallet, unsaid[reply]);
    expect(await gated()).toBe(outcome);
  });

  test("is asked about anew under the same key after a verdict that was an error", async () => {
    sim.says.set(wallet, unsaid.error);
    expect(await gated()).toBe("unavailable");
    sim.says.clear();
    expect(await gated()).toBe("pass");
  });

  test.each(["invalid_value", "chain_mismatch", "unsupported_chain"])(
    "and is refused as %s waits for a person",
    async (code) => {
      sim.refuses.set(wallet, { status: 400, code });
      expect(await gated()).toBe("pending");
      expect(told).toEqual([`a screen was refused: 400 ${code}`]);
    },
  );

  test.each([
    [400, "invalid_request"],
    [401, "invalid_api_key"],
    [402, "quota_exceeded"],
    [403, "tenant_suspended"],
    [404, "route_not_found"],
    [409, "idempotency_key_reuse"],
    [429, "plan_limit_reached"],
  ])("because we are refused with %i %s is no answer", async (status, code) => {
    sim.refuses.set(wallet, { status, code });
    expect(await gated()).toBe("unavailable");
  });
});

describe("an answer that cannot be believed is never a pass:", () => {
  const whole = { risk_score: 0, risk_level: "low", action: "allow", status: "complete" } as const;

  test.each<[string, object]>([
    ["no id", { id: undefined }],
    ["an id of another kind", { id: "pay_1" }],
    ["another address", { value: "0x0000000000000000000000000000000000000000" }],
    ["a transaction", { type: "transaction" }],
    ["no status", { status: undefined }],
    ["an unknown status", { status: "done" }],
    ["an unknown action", { action: "pass" }],
    ["no action", { action: undefined }],
    ["no score", { risk_score: undefined }],
    ["a score that is a text", { risk_score: "0" }],
    ["a score beyond a hundred", { risk_score: 101, risk_level: "critical" }],
    ["a level that the score is not", { risk_score: 90 }],
    ["no flags", { flags: undefined }],
    ["no list", { listVersions: [] }],
    ["lists that are none", { listVersions: [{ list: "sim" }] }],
    ["no decision hash", { decisionHash: "" }],
    ["no narrative", { narrative: undefined }],
  ])("%s", async (_, change) => {
    sim.says.set(wallet, { ...whole, ...change });
    expect(await gated()).toBe("unavailable");
    expect(told).toEqual(["a screen came back that cannot be read"]);
  });

  test.each([201, 202, 203, 206])("a whole one with a status of %i", async (status) => {
    sim.screenStatus = status;
    expect(await gated()).toBe("unavailable");
    expect(told).toEqual([`a screen was refused: ${status}`]);
  });

  test("garbage with a status of 200", async () => {
    sim.faults.add({ on: screenRoute, kind: "garbage" });
    expect(await gated()).toBe("unavailable");
  });
});

describe("an interface that is down", () => {
  test.each(["500_before", "500_after", "reset_before", "reset_after"] as const)(
    "for a moment (%s) is asked again under the same key, and the screen is bought once",
    async (kind) => {
      sim.faults.add({ on: screenRoute, kind, times: 2 });
      expect(await gated()).toBe("pass");
      expect(sim.bought.size).toBe(1);
      expect(new Set(sim.asked.map(({ key }) => key)).size).toBe(1);
      expect(waited).toEqual([200, 400]);
    },
  );

  test("for longer is unavailable after four tries", async () => {
    sim.faults.add({ on: screenRoute, kind: "500_before", times: 9 });
    await expect(interfaceAt().screen(ask)).rejects.toThrow(VendorUnavailable);
    expect(waited).toHaveLength(3);
    expect(told).toEqual(["kyt POST /api/v1/screen: answered 500 server_error"]);
  });

  test("and not there at all is unavailable", async () => {
    expect(await gated(interfaceAt("http://127.0.0.1:1"))).toBe("unavailable");
  });

  test("and silent is unavailable at the deadline, and was asked once", async () => {
    sim.faults.add({ on: screenRoute, kind: "hang_after", times: 9 });
    await expect(interfaceAt(sim.url, 0.2).screen(ask)).rejects.toThrow("no answer in time");
    expect(sim.asked).toHaveLength(1);
  });

  test("is left alone for a while after five failures in a row", async () => {
    const screening = interfaceAt("http://127.0.0.1:1");
    for (let tries = 0; tries < 5; tries++) await screening.screen(ask).catch(() => undefined);
    await expect(screening.screen(ask)).rejects.toThrow("is resting after failures");
  });

  test("to a key that was replaced is asked with the new one", async () => {
    const keys = ["slc_test_old", "slc_test_sim"];
    const screening = new KytScreening({ baseUrl: sim.url, apiKey: async (again) => keys[again ? 1 : 0] ?? "" });
    expect(await gated(screening)).toBe("pass");
  });
});

describe("what the interface tells beside screens", () => {
  test("is what came onto the lists since a version, part by part", async () => {
    sim.list("0xaa");
    sim.list("0xbb", "0xcc");
    const screening = interfaceAt();
    expect(await screening.since({ version: 0, skip: 0 })).toEqual({
      version: 1,
      skip: 0,
      added: [{ list: "sim", address: "0xaa" }],
      more: true,
    });
    expect(await screening.since({ version: 1, skip: 0 })).toMatchObject({ version: 2, more: false });
  });

  test("is refused as a whole where it cannot be read", async () => {
    sim.faults.add({ on: "GET /api/v1/lists/changes", kind: "garbage" });
    await expect(interfaceAt().since({ version: 0, skip: 0 })).rejects.toThrow();
    sim.apiKey = "another";
    await expect(interfaceAt().since({ version: 0, skip: 0 })).rejects.toThrow("401 invalid_api_key");
  });

  test("is how it is, to whoever asks without a key", async () => {
    sim.apiKey = "another";
    expect(await interfaceAt().health()).toEqual({
      status: "ok",
      lists: [{ list: "sim", publishedAt: "2026-11-02", loadedAt: "2026-11-02T12:00:00.000Z", stale: false }],
    });
  });
});

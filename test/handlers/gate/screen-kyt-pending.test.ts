import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KytScreening } from "../../../functions/adapters/http/screen-kyt.ts";
import { screenAddress } from "../../../functions/app/gate/screen-wallet.ts";
import { tenantSettingsOf } from "../../../functions/app/tenants/tenant-settings.ts";
import { gate } from "../../../functions/domain/gate/payout-gate.ts";
import { MemoryMeter } from "../../support/core/memory-log.ts";
import { unsaid } from "../../support/kyt-sim/control.ts";
import { KytSim } from "../../support/kyt-sim/sim.ts";

const wallet = "0xde709f2102306220921060314715629080e2fb77";
const first = { key: "stl_1:disbursement:1", address: wallet, chain: "base", stage: "disbursement" } as const;
const readRoute = "GET /api/v1/screen/{id}";
const allowed = { status: "complete", action: "allow", risk_score: 0, risk_level: "low" } as const;
const blocked = { status: "complete", action: "block", risk_score: 100, risk_level: "critical" } as const;

let sim: KytSim;
let told: string[];
let pendingRef: string;

beforeAll(async () => {
  sim = await KytSim.start();
});

/** A screen that the gate has bought, and that was pending. */
beforeEach(async () => {
  sim.faults.clear();
  for (const stored of [sim.bought, sim.says, sim.became, sim.refuses]) stored.clear();
  for (const seen of [sim.asked, sim.reads, sim.versions]) seen.length = 0;
  Object.assign(sim, { keptSeconds: 0, screenStatus: 200, apiKey: "slc_test_sim" });
  told = [];
  sim.says.set(wallet, unsaid.pending);
  pendingRef = (await screening().screen(first)).ref ?? "";
  sim.says.clear();
});

afterAll(() => sim[Symbol.asyncDispose]());

function screening(): KytScreening {
  return new KytScreening({
    baseUrl: sim.url,
    apiKey: async () => "slc_test_sim",
    tell: (what) => told.push(what),
    seconds: 5,
    wait: async () => undefined,
  });
}

const ofRound = (round: number, ref = pendingRef) => ({
  ...first,
  ...{ key: `stl_1:disbursement:${round}`, pendingRef: ref },
});

/** What the gate makes of it in a later round. */
async function gated(input: Parameters<KytScreening["screen"]>[0] = ofRound(2)) {
  const { flags } = tenantSettingsOf([]);
  const context = { screening: screening(), live: true, meter: new MemoryMeter() };
  return gate(await screenAddress(context, flags, input));
}

const bought = () => [...sim.bought.keys()];

describe("a screen that was pending", () => {
  test("and is still is read by its id in every round, and bought once", async () => {
    for (let round = 2; round < 30; round++) {
      const reply = await screening().screen(ofRound(round));
      expect(reply).toMatchObject({ status: "pending", ref: pendingRef });
    }
    expect(bought()).toEqual([first.key]);
    expect(sim.reads).toEqual(Array(28).fill(pendingRef));
  });

  test.each([
    ["an allow", allowed, "pass"],
    ["a block", blocked, "declined"],
    ["a review", unsaid.review, "pending"],
  ] as const)("and has become %s counts", async (_, became, outcome) => {
    sim.became.set(wallet, became);
    expect(await gated()).toBe(outcome);
    expect(bought()).toEqual([first.key]);
  });

  test("and was allowed since is a pass of when it was allowed, for as long as it is good for another minute", async () => {
    sim.became.set(wallet, allowed);
    sim.keptSeconds = 840;
    expect(await screening().screen(ofRound(2))).toEqual({
      ...{ status: "complete", action: "allow", ref: pendingRef, riskLevel: "low" },
      ageSeconds: 840,
    });
  });

  test.each([
    ["longer ago", 841],
    ["nobody says when", Number.NaN],
  ])("and was allowed %s is bought anew, once, under the round's key", async (_, seconds) => {
    sim.became.set(wallet, allowed);
    sim.keptSeconds = seconds;
    sim.list(wallet);
    expect(await gated()).toBe("declined");
    expect(bought()).toEqual([first.key, "stl_1:disbursement:2"]);
  });

  test("and was blocked or put to review however long ago stays so", async () => {
    sim.keptSeconds = 86_400;
    sim.became.set(wallet, blocked);
    expect(await gated()).toBe("declined");
    sim.became.set(wallet, unsaid.review);
    expect(await gated()).toBe("pending");
    expect(bought()).toEqual([first.key]);
  });

  test("and was given up is bought anew under the round's key, and once where that answer is lost", async () => {
    sim.became.set(wallet, unsaid.error);
    expect([await gated(), await gated()]).toEqual(["pass", "pass"]);
    expect(bought()).toEqual([first.key, "stl_1:disbursement:2"]);
  });

  test("that the interface does not know, since another account bought it, is bought anew", async () => {
    expect(await gated(ofRound(2, "scr_01KABCDEFGHJKMNPQRSTVWXYZ0"))).toBe("pass");
    expect([bought(), told]).toEqual([[first.key, "stl_1:disbursement:2"], []]);
  });

  test("of another provider is bought from this one", async () => {
    for (const ref of ["mock_scr_0123456789abcdef01234567", "../health", "scr_1"])
      expect(await gated(ofRound(2, ref))).toBe("pass");
    expect([bought(), sim.reads]).toEqual([[first.key, "stl_1:disbursement:2"], []]);
  });
});

describe("a read of a pending screen that is no answer buys nothing and passes nothing:", () => {
  test.each([
    ["an error", "500_before"],
    ["a reset", "reset_before"],
    ["a limit", "429"],
    ["a key that is refused", "401"],
    ["garbage", "garbage"],
  ] as const)("%s", async (_, kind) => {
    sim.became.set(wallet, allowed);
    sim.faults.add({ on: readRoute, kind, times: 9 });
    expect(await gated()).toBe("unavailable");
    expect(bought()).toEqual([first.key]);
    expect(told).toHaveLength(1);
  });

  test.each<[string, object]>([
    ["another screen", { id: "scr_01KABCDEFGHJKMNPQRSTVWXYZ0" }],
    ["another address", { value: "0x0000000000000000000000000000000000000000" }],
    ["a level that the score is not", { risk_level: "critical" }],
    ["no list", { listVersions: [] }],
    ["an unknown status", { status: "done" }],
  ])("%s", async (_, change) => {
    sim.became.set(wallet, { ...allowed, ...change });
    expect(await gated()).toBe("unavailable");
    expect([bought(), told]).toEqual([[first.key], ["a screen came back that cannot be read"]]);
  });

  test("a status of 201", async () => {
    sim.became.set(wallet, allowed);
    sim.screenStatus = 201;
    expect(await gated()).toBe("unavailable");
    expect(told).toEqual(["a pending screen could not be read: 201"]);
  });

  test("no such route", async () => {
    sim.refuses.set(pendingRef, { status: 404, code: "not_found" });
    expect(await gated()).toBe("unavailable");
    expect(told).toEqual(["a pending screen could not be read: 404 not_found"]);
    expect(bought()).toEqual([first.key]);
  });
});

test("a read whose answer is lost once is asked for again in time", async () => {
  sim.became.set(wallet, allowed);
  sim.faults.add({ on: readRoute, kind: "500_after" });
  expect(await gated()).toBe("pass");
  expect([sim.reads.length, bought()]).toEqual([2, [first.key]]);
});

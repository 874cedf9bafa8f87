import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KytScreening } from "../../../functions/adapters/http/screen-kyt.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { unsaid } from "../../support/kyt-sim/control.ts";
import { KytSim } from "../../support/kyt-sim/sim.ts";

const wallet = "0xde709f2102306220921060314715629080e2fb77";
const other = "0x52908400098527886e0f7030069857d2e4169ee7";
const allowed = { status: "complete", action: "allow", risk_score: 0, risk_level: "low" } as const;

let sim: KytSim;
let api: EscrowApi;
let id: string;

beforeAll(async () => {
  sim = await KytSim.start();
});

/** An escrow whose release was asked for while the screen of its address was pending. */
beforeEach(async () => {
  for (const stored of [sim.bought, sim.says, sim.became]) stored.clear();
  for (const seen of [sim.asked, sim.reads]) seen.length = 0;
  sim.keptSeconds = 0;
  api = await EscrowApi.withTenant();
  const kyt = new KytScreening({ baseUrl: sim.url, apiKey: async () => sim.apiKey, wait: async () => undefined });
  api.screening.screen = (input) => kyt.screen(input);
  sim.says.set(wallet, unsaid.pending);
  id = await api.funded({ payoutAddress: wallet });
  expect((await api.release(id)).json.unmet).toEqual(["screening_incomplete"]);
  sim.says.clear();
});

afterAll(() => sim[Symbol.asyncDispose]());

const calls = () => ({ bought: sim.bought.size, read: sim.reads.length });

describe("a release whose screen is pending", () => {
  test("is blocked however often it is asked for, by one screen", async () => {
    for (let asked = 0; asked < 5; asked++) {
      api.pass(3_600);
      expect((await api.release(id)).json.unmet).toEqual(["screening_incomplete"]);
    }
    expect(calls()).toEqual({ bought: 1, read: 5 });
  });

  test("goes through once it is allowed, by the same screen", async () => {
    sim.became.set(wallet, allowed);
    expect((await api.release(id)).status).toBe(200);
    expect(calls()).toEqual({ bought: 1, read: 1 });
    const { screens } = await api.state(id);
    expect(screens.map(({ outcome, ref }) => [outcome, ref])).toEqual([
      ["pending", sim.reads[0]],
      ["pass", sim.reads[0]],
    ]);
  });

  test("is good for what is left of the 15 minutes since it was allowed", async () => {
    sim.became.set(wallet, allowed);
    sim.keptSeconds = 600;
    await api.get(`/${id}/conditions`);
    const passed = (await api.state(id)).screens.at(-1);
    expect([passed?.outcome, api.nowMs - Date.parse(passed?.at ?? "")]).toEqual(["pass", 600_000]);
    api.pass(301);
    expect((await api.release(id)).status).toBe(200);
    expect(calls()).toEqual({ bought: 2, read: 1 });
  });

  test("is screened anew where it was allowed so long ago that it would be no pass by the time it is needed", async () => {
    const write = api.store.write.bind(api.store);
    api.store.write = async (...reply) => {
      const written = await write(...reply);
      api.pass(1);
      return written;
    };
    sim.became.set(wallet, allowed);
    sim.keptSeconds = 900;
    expect((await api.release(id)).status).toBe(200);
    expect(calls()).toEqual({ bought: 2, read: 1 });
  });

  test("is declined once it is blocked", async () => {
    sim.became.set(wallet, { ...allowed, action: "block", risk_score: 100, risk_level: "critical" });
    expect((await api.release(id)).json.unmet).toEqual(["screening_declined"]);
    expect(calls()).toEqual({ bought: 1, read: 1 });
  });

  test("is still blocked where the screen cannot be read, and read when it can", async () => {
    sim.faults.add({ on: "GET /api/v1/screen/{id}", kind: "500_before", times: 4 });
    sim.became.set(wallet, allowed);
    expect((await api.release(id)).json.unmet).toEqual(["screening_unavailable"]);
    expect((await api.release(id)).status).toBe(200);
    expect(sim.bought.size).toBe(1);
  });

  test("says nothing of where it is refunded to, which has a screen of its own", async () => {
    expect((await api.refund(id, { refundAddress: other, reason: "called off" })).status).toBe(200);
    expect(sim.asked.map(({ value }) => value)).toEqual([wallet, other]);
  });

  test("is screened anew where an operator asks for it", async () => {
    const { screening, meter } = api;
    const context = { ...api.context, actor: "operator:anna", gate: { screening, meter, live: false } };
    await takeReviewAction(context, siblingId(id, "rev"), { action: "retry_screen", note: null });
    expect(await api.state(id)).toMatchObject({ unmet: [] });
    expect(calls()).toEqual({ bought: 2, read: 0 });
  });
});

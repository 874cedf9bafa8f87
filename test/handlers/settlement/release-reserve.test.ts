import { beforeEach, describe, expect, test, vi } from "vitest";
import { releaseDue } from "../../../functions/app/operations/daily.ts";
import { sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { UnfinishedSearch } from "../../../functions/app/rails/ports-search.ts";
import { lookAtReserve } from "../../../functions/app/settlement/release-reserve.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { deliver, keepTenth, railThat, releaseContext } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
let api: TestApi;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
  await keepTenth(api, tenant.id, 30);
});

const hour = () => addSeconds(api.clock.now(), 3600);
const reserveOf = async (id: string) => (await loadSettlement(api.context, id)).state.reserve;

function daily(rail: Rail = api.rail) {
  return releaseDue(releaseContext(api, rail), hour());
}

function events(): string[] {
  const rows = api.store.rows().filter(({ type }) => type === "entry");
  const response = rows.flatMap(({ body }) => (body as { events: { name: string; data: object }[] }).events);
  return response
    .filter(({ name }) => name.startsWith("reserve."))
    .map(({ name, data }) => ("reason" in data ? `${name} ${data.reason}` : name));
}

async function block(enabled: boolean): Promise<void> {
  await setFlag({ ...api.context, live: false }, { key: "kyt.adapter.mock", enabled, tenantId: null, note: null });
}

describe("the daily look at reserves", () => {
  test("leaves alone what is not due, and pays out what is, screened anew, under a key of its own", async () => {
    const id = await deliver(api, tenant, "A-1");
    expect(await daily()).toEqual({ looked: 0, failed: 0, done: true });
    api.pass(30 * day);
    const input = vi.spyOn(api.rail, "disburse");
    const screened = vi.spyOn(api.screening, "screen");
    expect(await daily()).toEqual({ looked: 1, failed: 0, done: true });
    expect(input.mock.calls).toMatchObject([[{ key: `${id}:reserve:1`, amount: "10.000000" }]]);
    expect(screened).toHaveBeenCalledTimes(1);
    expect(await reserveOf(id)).toMatchObject({ status: "released", heldCents: 0 });
    expect(events()).toEqual(["reserve.release_ready"]);
    expect(await daily()).toMatchObject({ looked: 0 });
  });

  test("takes pieces until its time is over, and the next run goes on", async () => {
    for (const number of ["A-1", "A-2", "A-3"]) await deliver(api, tenant, number);
    api.pass(30 * day);
    const disburse = api.rail.disburse.bind(api.rail);
    const slow = railThat(api.rail, {
      disburse: async (input) => {
        api.pass(3600);
        return disburse(input);
      },
    });
    const first = await releaseDue(releaseContext(api, slow), addSeconds(api.clock.now(), 1));
    expect(first.done).toBe(false);
    const rest = await daily();
    expect(rest.done).toBe(true);
    expect(first.looked + rest.looked).toBeLessThanOrEqual(3);
    const released = api.store.rows().flatMap(({ type, body }) => {
      const { state } = body as { state?: { reserve?: { status: string } } };
      return type === "settlement" ? [state?.reserve?.status] : [];
    });
    expect(released).toEqual(["released", "released", "released"]);
  });

  test("goes past one that fails, which is still due", async () => {
    const [one, other] = [await deliver(api, tenant, "A-1"), await deliver(api, tenant, "A-2")];
    api.pass(30 * day);
    const read = api.store.read.bind(api.store);
    let broken = true;
    api.store.read = async (keys) => {
      if (broken && keys.some(({ pk }) => pk === tenant.id)) {
        broken = false;
        throw new Error("the table hiccups");
      }
      return read(keys);
    };
    expect(await daily()).toEqual({ looked: 1, failed: 1, done: true });
    expect(api.log.lines.join()).toContain("reserve not looked at");
    expect(await daily()).toEqual({ looked: 1, failed: 0, done: true });
    for (const id of [one, other]) expect(await reserveOf(id)).toMatchObject({ status: "released" });
  });

  test("looks at a kept one once a day, and says why once", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    await block(false);
    expect((await daily()).looked).toBe(1);
    expect((await daily()).looked).toBe(0);
    api.pass(day);
    expect((await daily()).looked).toBe(1);
    expect(await reserveOf(id)).toMatchObject({ status: "held", heldCents: 1000, screens: 2 });
    await block(true);
    api.pass(day);
    await daily();
    const reply = ["reserve.hold_blocked screening_unavailable", "reserve.release_ready"];
    expect(events().toSorted()).toEqual([...reply, "reserve.release_ready"]);
  });

  test.each([
    ["cannot hold", { keepsReserve: false }],
    ["is another than its own", { name: "bridge" }],
  ])("keeps it on a rail that %s", async (_, otherwise) => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    const input = vi.fn();
    await daily(railThat(api.rail, { ...otherwise, disburse: input }));
    expect(events()).toEqual(["reserve.hold_blocked rail_cannot_hold"]);
    expect([await reserveOf(id), input.mock.calls]).toMatchObject([{ status: "held" }, []]);
    api.pass(day);
    await daily();
    expect(await reserveOf(id)).toMatchObject({ status: "released" });
  });

  test("pays from its own rail where another one is chosen by now", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    const chosen = railThat(api.rail, { name: "bridge", disburse: vi.fn() });
    await releaseDue({ ...releaseContext(api, chosen), rails: [chosen, api.rail] }, hour());
    expect(await reserveOf(id)).toMatchObject({ status: "released" });
  });
});

describe("a reserve's payout of another amount than was ordered", () => {
  test("is shown to people, and released all the same", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    const disburse: Rail["disburse"] = async (input) => ({ ...(await api.rail.disburse(input)), paid: "9.5" });
    await daily(railThat(api.rail, { disburse }));
    const { state } = await loadSettlement(api.context, id);
    expect(state).toMatchObject({
      reserve: { status: "released", usdtOut: "10.000000" },
      reconBreaks: [{ kind: "reserve_amount_mismatch" }],
    });
  });
});

describe("a reserve's payout whose answer was lost", () => {
  const lost = (id: string, otherwise: Partial<Rail>) => {
    const rail = railThat(api.rail, otherwise);
    return async () => {
      const found = await loadSettlement(api.context, id);
      return lookAtReserve(releaseContext(api, rail), found).catch((error: unknown) => String(error));
    };
  };

  test("is found by asking, by the minute's sweeper, and nobody pays twice", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    const disburse = api.rail.disburse.bind(api.rail);
    const input = vi.fn(async (order: Parameters<Rail["disburse"]>[0]) => {
      await disburse(order);
      throw new Error("no answer");
    });
    await lost(id, { disburse: input })();
    expect(await reserveOf(id)).toMatchObject({ status: "releasing" });
    expect((await daily()).looked).toBe(0);
    api.pass(300);
    const { rail, screening, meter, log } = api;
    const outside = { rail, conversion: rail, screening, meter, log, live: false };
    const unused = {} as Parameters<typeof sweep>[0];
    const queues = { deliveries: api.railStore, queue: { send: async () => undefined } };
    await sweep({ ...unused, ...api.context, ...outside, ...queues });
    expect(await reserveOf(id)).toMatchObject({ status: "released" });
    expect(input).toHaveBeenCalledTimes(1);
  });

  test("that was never made is screened for and made again, under the same key", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    await lost(id, { disburse: () => Promise.reject(new Error("no answer")) })();
    api.pass(1200);
    const again = vi.spyOn(api.rail, "disburse");
    await lost(id, {})();
    expect(again.mock.calls).toMatchObject([[{ key: `${id}:reserve:1` }]]);
    expect(await reserveOf(id)).toMatchObject({ status: "released", screens: 2 });
  });

  test("is looked for in a long list from where the last look stopped, and ordered again from there; a refusal's key begins anew", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    await lost(id, { disburse: () => Promise.reject(new Error("no answer")) })();
    const begun: unknown[] = [];
    const look = async ({ searchFrom }: { readonly searchFrom?: string | undefined }): Promise<never> => {
      begun.push(searchFrom);
      throw new UnfinishedSearch(`tr_${begun.length}`);
    };
    for (const _ of [1, 2]) {
      api.pass(1200);
      expect(await lost(id, { payoutOf: look })()).toContain("too long for one look");
    }
    expect(await reserveOf(id)).toMatchObject({ status: "releasing", searchedTo: "tr_2" });
    api.pass(1200);
    await lost(id, { disburse: look })();
    expect(begun).toEqual([undefined, "tr_1", "tr_2"]);
    api.pass(1200);
    await lost(id, { payoutOf: async () => ({ refused: { code: "closed", reason: "" } }) })();
    const refused = await reserveOf(id);
    expect(refused).toMatchObject({ status: "held", refusals: 1 });
    expect(refused).not.toHaveProperty("searchedTo");
  });

  test("is looked for again later while the rail does not answer that either", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    const silent = { disburse: () => Promise.reject(new Error("no")), payoutOf: () => Promise.reject(new Error("no")) };
    await lost(id, silent)();
    api.pass(1800);
    await lost(id, silent)();
    expect(await reserveOf(id)).toMatchObject({
      ...{ status: "releasing", payout: { stalledAt: api.clock.now() }, lookAt: addSeconds(api.clock.now(), 600) },
    });
  });

  test("and that the rail has taken but knows no more is never made twice", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    await lost(id, { disburse: async () => ({ txHash: null, transferRef: "tr_9" }) })();
    api.pass(600);
    expect(await lost(id, {})()).toContain("knows nothing of tr_9");
    expect(await reserveOf(id)).toMatchObject({ status: "releasing", payout: { ref: "tr_9" } });
  });

  test("and refused by the rail is kept for that reason", async () => {
    const id = await deliver(api, tenant, "A-1");
    api.pass(30 * day);
    await lost(id, { disburse: async () => ({ refused: { code: "frozen", reason: "x" } }) })();
    expect(await reserveOf(id)).toMatchObject({ status: "held", blocked: { reason: "frozen" }, refusals: 1 });
    expect(events()).toEqual(["reserve.release_ready", "reserve.hold_blocked frozen"]);
  });
});

import { beforeEach, describe, expect, test, vi } from "vitest";
import { releaseDue } from "../../../functions/app/operations/release-due.ts";
import { sweep } from "../../../functions/app/operations/sweep.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { lookAtReserve } from "../../../functions/app/settlement/release-reserve.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { Door } from "../../support/core/door.ts";
import { deliver, keepTenth, railThat, releaseDesk } from "../../support/settlement/door-reserve.ts";

const day = 86_400;
let door: Door;
let tenant: { id: string; apiKey: string };

beforeEach(async () => {
  door = new Door();
  tenant = await door.tenant();
  await keepTenth(door, tenant.id, 30);
});

const hour = () => addSeconds(door.clock.now(), 3600);
const reserveOf = async (id: string) => (await loadSettlement(door.desk, id)).state.reserve;

function daily(rail: Rail = door.rail) {
  return releaseDue(releaseDesk(door, rail), hour());
}

function events(): string[] {
  const rows = door.book.rows().filter(({ type }) => type === "entry");
  const told = rows.flatMap(({ body }) => (body as { events: { name: string; data: object }[] }).events);
  return told
    .filter(({ name }) => name.startsWith("reserve."))
    .map(({ name, data }) => ("reason" in data ? `${name} ${data.reason}` : name));
}

async function block(enabled: boolean): Promise<void> {
  await setFlag(
    { ...door.desk, live: false },
    { key: "kyt.adapter.mock", enabled, tenantId: null, note: null },
  );
}

describe("the daily look at reserves", () => {
  test("leaves alone what is not due, and pays out what is, screened anew, under a key of its own", async () => {
    const id = await deliver(door, tenant, "A-1");
    expect(await daily()).toEqual({ looked: 0, failed: 0, done: true });
    door.pass(30 * day);
    const asked = vi.spyOn(door.rail, "disburse");
    const screened = vi.spyOn(door.screening, "screen");
    expect(await daily()).toEqual({ looked: 1, failed: 0, done: true });
    expect(asked.mock.calls).toMatchObject([[{ key: `${id}:reserve:1`, amount: "10.000000" }]]);
    expect(screened).toHaveBeenCalledTimes(1);
    expect(await reserveOf(id)).toMatchObject({ status: "released", heldCents: 0 });
    expect(events()).toEqual(["reserve.release_ready"]);
    expect(await daily()).toMatchObject({ looked: 0 });
  });

  test("takes pieces until its time is over, and the next run goes on", async () => {
    for (const number of ["A-1", "A-2", "A-3"]) await deliver(door, tenant, number);
    door.pass(30 * day);
    const disburse = door.rail.disburse.bind(door.rail);
    const slow = railThat(door.rail, {
      disburse: async (asked) => {
        door.pass(3600);
        return disburse(asked);
      },
    });
    const first = await releaseDue(releaseDesk(door, slow), addSeconds(door.clock.now(), 1));
    expect(first.done).toBe(false);
    const rest = await daily();
    expect(rest.done).toBe(true);
    expect(first.looked + rest.looked).toBeLessThanOrEqual(3);
    const released = door.book.rows().flatMap(({ type, body }) => {
      const { state } = body as { state?: { reserve?: { status: string } } };
      return type === "settlement" ? [state?.reserve?.status] : [];
    });
    expect(released).toEqual(["released", "released", "released"]);
  });

  test("goes past one that fails, which is still due", async () => {
    const [one, other] = [await deliver(door, tenant, "A-1"), await deliver(door, tenant, "A-2")];
    door.pass(30 * day);
    const read = door.book.read.bind(door.book);
    let broken = true;
    door.book.read = async (keys) => {
      if (broken && keys.some(({ pk }) => pk === tenant.id)) {
        broken = false;
        throw new Error("the table hiccups");
      }
      return read(keys);
    };
    expect(await daily()).toEqual({ looked: 1, failed: 1, done: true });
    expect(door.log.lines.join()).toContain("reserve not looked at");
    expect(await daily()).toEqual({ looked: 1, failed: 0, done: true });
    for (const id of [one, other]) expect(await reserveOf(id)).toMatchObject({ status: "released" });
  });

  test("looks at a kept one once a day, and says why once", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    await block(false);
    expect((await daily()).looked).toBe(1);
    expect((await daily()).looked).toBe(0);
    door.pass(day);
    expect((await daily()).looked).toBe(1);
    expect(await reserveOf(id)).toMatchObject({ status: "held", heldCents: 1000, screens: 2 });
    await block(true);
    door.pass(day);
    await daily();
    const said = ["reserve.hold_blocked screening_unavailable", "reserve.release_ready"];
    expect(events().toSorted()).toEqual([...said, "reserve.release_ready"]);
  });

  test.each([
    ["cannot hold", { keepsReserve: false }],
    ["is another than its own", { name: "bridge" }],
  ])("keeps it on a rail that %s", async (_, otherwise) => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    const asked = vi.fn();
    await daily(railThat(door.rail, { ...otherwise, disburse: asked }));
    expect(events()).toEqual(["reserve.hold_blocked rail_cannot_hold"]);
    expect([await reserveOf(id), asked.mock.calls]).toMatchObject([{ status: "held" }, []]);
    door.pass(day);
    await daily();
    expect(await reserveOf(id)).toMatchObject({ status: "released" });
  });

  test("pays from its own rail where another one is chosen by now", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    const chosen = railThat(door.rail, { name: "bridge", disburse: vi.fn() });
    await releaseDue({ ...releaseDesk(door, chosen), rails: [chosen, door.rail] }, hour());
    expect(await reserveOf(id)).toMatchObject({ status: "released" });
  });
});

describe("a reserve's payout whose answer was lost", () => {
  const lost = (id: string, otherwise: Partial<Rail>) => {
    const rail = railThat(door.rail, otherwise);
    return async () => {
      const found = await loadSettlement(door.desk, id);
      return lookAtReserve(releaseDesk(door, rail), found).catch((error: unknown) => String(error));
    };
  };

  test("is found by asking, by the minute's sweeper, and nobody pays twice", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    const disburse = door.rail.disburse.bind(door.rail);
    const asked = vi.fn(async (order: Parameters<Rail["disburse"]>[0]) => {
      await disburse(order);
      throw new Error("no answer");
    });
    await lost(id, { disburse: asked })();
    expect(await reserveOf(id)).toMatchObject({ status: "releasing" });
    expect((await daily()).looked).toBe(0);
    door.pass(300);
    const { rail, screening, meter, log } = door;
    const outside = { rail, conversion: rail, screening, meter, log, live: false };
    const unused = {} as Parameters<typeof sweep>[0];
    const queues = { deliveries: door.railBook, queue: { send: async () => undefined } };
    await sweep({ ...unused, ...door.desk, ...outside, ...queues });
    expect(await reserveOf(id)).toMatchObject({ status: "released" });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test("that was never made is screened for and made again, under the same key", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    await lost(id, { disburse: () => Promise.reject(new Error("no answer")) })();
    door.pass(1000);
    const again = vi.spyOn(door.rail, "disburse");
    await lost(id, {})();
    expect(again.mock.calls).toMatchObject([[{ key: `${id}:reserve:1` }]]);
    expect(await reserveOf(id)).toMatchObject({ status: "released", screens: 2 });
  });

  test("is looked for again later while the rail does not answer that either", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    const silent = {
      disburse: () => Promise.reject(new Error("no")),
      payoutOf: () => Promise.reject(new Error("no")),
    };
    await lost(id, silent)();
    door.pass(1800);
    await lost(id, silent)();
    expect(await reserveOf(id)).toMatchObject({
      ...{
        status: "releasing",
        payout: { stalledAt: door.clock.now() },
        lookAt: addSeconds(door.clock.now(), 600),
      },
    });
  });

  test("and that the rail has taken but knows no more is never made twice", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    await lost(id, { disburse: async () => ({ txHash: null, transferRef: "tr_9" }) })();
    door.pass(600);
    expect(await lost(id, {})()).toContain("knows nothing of tr_9");
    expect(await reserveOf(id)).toMatchObject({ status: "releasing", payout: { ref: "tr_9" } });
  });

  test("and refused by the rail is kept for that reason", async () => {
    const id = await deliver(door, tenant, "A-1");
    door.pass(30 * day);
    await lost(id, { disburse: async () => ({ refused: { code: "frozen", reason: "x" } }) })();
    expect(await reserveOf(id)).toMatchObject({ status: "held", blocked: { reason: "frozen" }, refusals: 1 });
    expect(events()).toEqual(["reserve.release_ready", "reserve.hold_blocked frozen"]);
  });
});

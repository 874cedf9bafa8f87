import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn, loadAggregate } from "../../../functions/app/core/aggregate.ts";
import { dailyIndex } from "../../../functions/app/core/due-index.ts";
import { dueRows } from "../../../functions/app/core/due-rows.ts";
import type { Key } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { counterAdditions, counterRowOf } from "../../../functions/app/disputes/counters.ts";
import {
  lookAtTenantPrograms,
  orderCredit,
  programRecordType,
  readRatios,
} from "../../../functions/app/disputes/programs.ts";
import { noon } from "../../support/core/samples.ts";
import { RatioApi } from "../../support/disputes/ratio-api.ts";

const over = { visaChargebacks: 1000, visaFraudReports: 501, payments: 10_000 };
let api: RatioApi;

beforeEach(async () => {
  api = await RatioApi.open();
});

/** Counts something that nobody has looked at yet: its row is due. */
async function counted(counts: Record<string, number>, at = noon): Promise<Key> {
  const [adding] = counterAdditions([{ tenantId: api.tenantId, at, counts }], "req_0", api.clock.now());
  if (!adding) throw new Error("something is counted");
  await api.store.write([{ put: adding.add(undefined), expect: "absent" }], `count ${at}`);
  return adding.key;
}

const programs = async () => {
  const [row] = await api.store.read([rowKey(`programs#${api.tenantId}`)]);
  return { row, state: loadAggregate(programRecordType, row)?.state };
};
const trail = () =>
  entriesIn(api.store.rows())
    .filter(({ aggregateType }) => aggregateType === "programs")
    .map(({ seq, from, to, reason }) => [seq, from, to, reason]);
/** The keys of each read from now on. */
function reads(): string[][] {
  const all: string[][] = [];
  const { read } = api.store;
  api.store.read = (keys) => {
    all.push(keys.map(({ pk }) => pk));
    return read.call(api.store, keys);
  };
  return all;
}
const tallies = (...months: string[]) =>
  months.flatMap((month) => [0, 1, 2, 3].map((shard) => `tally#${api.tenantId}#${month}#${shard}`));

describe("a look at a tenant's programs", () => {
  test("begins its trail at nothing, says what breached, and comes again the day after", async () => {
    const { pk } = await counted(over);
    const tenant = await lookAtTenantPrograms(api.context, api.tenantId);
    expect(tenant).toMatchObject({
      ...{ ratioBreached: true, creditSuspended: { program: "vamp", since: noon, reason: "ratio" }, updatedAt: noon },
    });
    expect(await api.record()).toEqual(tenant);
    expect(trail()).toEqual([
      [1, null, "good", "vamp breached in 2026-11: 1501 of 10000, 1501 bps"],
      [2, "good", "suspended", "credit suspended by vamp, breached on 2026-11-21"],
      [3, "suspended", "suspended", "looked at"],
    ]);
    const { row, state } = await programs();
    const key = rowKey(`programs#${api.tenantId}`);
    expect(row).toMatchObject({ ...key, v: 1, type: "programs" });
    expect(row?.index).toMatchObject({ due: dailyIndex(key, "2026-11-22T00:00:00.000Z") });
    expect(state).toMatchObject({ tenantId: api.tenantId, lookAt: "2026-11-22T00:00:00.000Z", createdAt: noon });
    const [tally] = await api.store.read([rowKey(pk)]);
    expect([tally?.v, tally?.index]).toEqual([2, {}]);
    expect(tally && counterRowOf(tally)).toMatchObject({ tenantId: api.tenantId, month: "2026-11" });
  });

  test("that finds everything in order writes nothing, and one that is repeated neither", async () => {
    const { commits } = api.store;
    await lookAtTenantPrograms(api.context, api.tenantId);
    expect(api.store.commits).toBe(commits);
    await counted(over);
    await lookAtTenantPrograms(api.context, api.tenantId);
    await lookAtTenantPrograms(api.context, api.tenantId);
    expect(api.store.commits).toBe(commits + 2);
    expect(trail()).toHaveLength(3);
  });

  test("that follows others keeps what is quiet out of the trail", async () => {
    await counted(over);
    await lookAtTenantPrograms(api.context, api.tenantId);
    api.pass(86_400);
    await lookAtTenantPrograms(api.context, api.tenantId);
    expect(trail()).toHaveLength(3);
    expect((await programs()).state).toMatchObject({ lookAt: "2026-11-23T00:00:00.000Z" });
  });

  test("reads the months that it needs, and those of a late count", async () => {
    const all = reads();
    await lookAtTenantPrograms(api.context, api.tenantId);
    await lookAtTenantPrograms(api.context, api.tenantId, "2025-12");
    await readRatios(api.context, api.tenantId, "2025-10");
    const heads = [api.tenantId, `programs#${api.tenantId}`];
    const now = all[0]?.slice(2) ?? [];
    expect(all[0]).toEqual([...heads, ...now]);
    expect(now).toEqual(expect.arrayContaining(tallies("2026-11", "2026-10")));
    expect(all[1]).toEqual([...heads, ...now, ...tallies("2025-12", "2025-11")]);
    expect(all[2]?.toSorted()).toEqual(expect.arrayContaining([...heads, ...now, ...tallies("2025-10", "2025-09")]));
  });

  test("is of a tenant that is there", async () => {
    const no = { code: "not_found", message: "no such tenant" };
    await expect(lookAtTenantPrograms(api.context, "ten_none")).rejects.toMatchObject(no);
    await expect(readRatios(api.context, "ten_none")).rejects.toMatchObject(no);
    const order = { action: "suspend", note: null } as const;
    await expect(orderCredit(api.context, "ten_none", order)).rejects.toMatchObject(no);
  });
});

describe("an operator's order about a credit", () => {
  test("takes no count away from whoever is to look at it", async () => {
    const { pk } = await counted(over);
    await orderCredit(api.context, api.tenantId, { action: "suspend", note: "a letter" });
    await orderCredit(api.context, api.tenantId, { action: "suspend", note: null });
    expect((await dueRows(api.store, "9999", 99)).map((row) => row.pk)).toEqual([pk]);
    await lookAtTenantPrograms(api.context, api.tenantId);
    expect(await dueRows(api.store, "9999", 99)).toEqual([]);
    expect(api.told()).toEqual([
      ...["program.credit_suspended", "ratio.threshold_breached", "program.credit_suspended"],
    ]);
  });

  test("twice is written once", async () => {
    const first = await orderCredit(api.context, api.tenantId, { action: "suspend", note: null });
    const { commits } = api.store;
    expect(await orderCredit(api.context, api.tenantId, { action: "suspend", note: "again" })).toEqual(first);
    expect(api.store.commits).toBe(commits);
    expect(await orderCredit(api.context, api.tenantId, { action: "reinstate", note: null })).toEqual({
      ...first,
      creditSuspended: null,
    });
  });
});

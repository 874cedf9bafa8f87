import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { archiveDue } from "../../../functions/app/audit/archive-audit.ts";
import { dayRoot, type RootDocument, rootKey } from "../../../functions/app/audit/root.ts";
import { verifyAudit } from "../../../functions/app/audit/verify-audit.ts";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { operatorActionRecordType, recordAction } from "../../../functions/app/core/record-action.ts";
import { HeldStore, MemoryArchive } from "../../support/audit/audited.ts";
import { TestApi } from "../../support/core/test-api.ts";

const never = "9999";
const day = 86_400;

function archiveOf(api: TestApi, archive: MemoryArchive, deadline = never) {
  return archiveDue({ ...api.context, archive }, deadline);
}

function rootOf(archive: MemoryArchive, date: string): RootDocument {
  return JSON.parse(Buffer.from(archive.objects.get(rootKey(date)) ?? []).toString());
}

/** A door that has seen an operator and two tenants on two days with an idle one between them. */
async function busyApi(): Promise<TestApi> {
  const api = new TestApi();
  const context = () => ({ ...api.context, actor: "operator:one" });
  await recordAction(context(), { reason: "deliveries swept" });
  const one = await api.tenant();
  await api.invoice(one.id);
  api.pass(2 * day);
  await api.invoice(one.id, "A-2");
  const two = await api.tenant({ slug: "globex" });
  await api.invoice(two.id);
  return api;
}

describe("the audit archive", () => {
  let api: TestApi;
  const archive = new MemoryArchive();

  beforeAll(async () => {
    api = await busyApi();
  });

  test("has nothing of a day that is not over", async () => {
    expect(await archiveOf(api, archive)).toMatchObject({ days: 1, done: true });
    expect(await archive.days()).toEqual(["2026-11-21"]);
    api.nowMs = Date.parse("2026-11-24T00:04:59.999Z");
    expect(await archiveOf(api, archive)).toMatchObject({ days: 0, done: true });
  });

  test("has every entry of a day that is over, of each tenant and of none, and skips an idle one", async () => {
    api.nowMs = Date.parse("2026-11-24T00:05:00.000Z");
    expect(await archiveOf(api, archive)).toMatchObject({ days: 1, done: true });
    expect(await archive.days()).toEqual(["2026-11-21", "2026-11-23"]);
    const first = rootOf(archive, "2026-11-21");
    expect(rootOf(archive, "2026-11-23").previous).toEqual({ date: "2026-11-21", root: first.root });
    expect(first.previous).toBeNull();
    expect(first.parts.map(({ tenantId }) => tenantId)).toEqual(["platform", expect.stringMatching(/^ten_/)]);
    const lines = first.parts.flatMap(({ key }) =>
      gunzipSync(archive.objects.get(key) ?? Buffer.of())
        .toString()
        .trim()
        .split("\n"),
    );
    expect(lines.length).toBe(first.entries);
    expect(JSON.parse(lines[0] ?? "").body).toMatchObject({ actor: "operator:one", reason: "deliveries swept" });
    expect(await verifyAudit(HeldStore.of(api.store.rows()), archive)).toMatchObject({ fault: null, days: 2 });
  });

  test("costs one read when there is nothing to do", async () => {
    const before = api.store.calls;
    expect(await archiveOf(api, archive)).toEqual({ days: 0, entries: 0, done: true });
    expect(api.store.calls - before).toBe(1);
  });
});

test("a day's root commits to the root before it, and to that day", () => {
  const day = { date: "2026-11-23", previous: { date: "2026-11-21", root: "a" }, parts: [] };
  const roots = [
    day,
    { ...day, previous: null },
    { ...day, previous: { ...day.previous, root: "b" } },
    { ...day, previous: { ...day.previous, date: "2026-11-22" } },
  ].map(dayRoot);
  expect(new Set(roots).size).toBe(4);
});

describe("archiving that is cut off", () => {
  test("goes on where it stopped and comes to the same roots", async () => {
    const api = await busyApi();
    api.pass(day);
    const whole = new MemoryArchive();
    await archiveOf(await sameAs(api), whole);
    const pieces = new MemoryArchive();
    let runs = 0;
    while (!(await archiveOf(api, pieces, "0000")).done) runs += 1;
    expect(runs).toBeGreaterThan(3);
    expect(pieces.objects).toEqual(whole.objects);
  });

  test("and done by two at once makes each root once", async () => {
    const api = await busyApi();
    api.pass(day);
    const archive = new MemoryArchive();
    await Promise.all([archiveOf(api, archive), archiveOf(api, archive)]);
    await archiveOf(api, archive);
    expect(await archive.days()).toEqual(["2026-11-21", "2026-11-23"]);
    expect(await verifyAudit(HeldStore.of(api.store.rows()), archive)).toMatchObject({ fault: null, days: 2 });
  });

  /** Another book with the same rows. */
  async function sameAs(api: TestApi): Promise<TestApi> {
    const other = new TestApi();
    other.nowMs = api.nowMs;
    for (const row of api.store.rows()) other.store.writeNow([{ put: row, expect: "absent" }], `${row.pk}${row.sk}`);
    return other;
  }
});

test("a tenant's busy day is archived in several objects, none of which is large", async () => {
  const api = new TestApi();
  const { id: tenantId } = await api.tenant();
  for (let each = 0; each < 25_000; each += 1) {
    const next = { id: `act_${String(each).padStart(26, "0")}`, tenantId, subject: null, detail: {} };
    const transition = { next, from: null, to: "done", reason: "busy" };
    api.store.writeNow(
      transitionWrites(newAggregate(operatorActionRecordType, next), [transition], api.context).writes,
      next.id,
    );
  }
  api.pass(day);
  const archive = new MemoryArchive();
  expect(await archiveOf(api, archive)).toMatchObject({ days: 1, done: true });
  const parts = rootOf(archive, "2026-11-21").parts.filter((each) => each.tenantId === tenantId);
  expect(parts.map(({ number, entries }) => [number, entries])).toEqual([
    [1, 10_000],
    [2, 10_000],
    [3, expect.any(Number)],
  ]);
  expect(await verifyAudit(HeldStore.of(api.store.rows()), archive)).toMatchObject({ fault: null });
});

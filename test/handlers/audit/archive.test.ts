import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { archiveDue } from "../../../functions/app/audit/archive-audit.ts";
import { dayRoot, type RootDocument, rootKey } from "../../../functions/app/audit/root.ts";
import { verifyAudit } from "../../../functions/app/audit/verify-audit.ts";
import { hopWrites, unborn } from "../../../functions/app/core/aggregate.ts";
import { operatorActionKind, recordAction } from "../../../functions/app/core/record-action.ts";
import { HeldBook, MemoryArchive } from "../../support/audit/audited.ts";
import { Door } from "../../support/core/door.ts";

const never = "9999";
const day = 86_400;

function archiveOf(door: Door, archive: MemoryArchive, deadline = never) {
  return archiveDue({ ...door.desk, archive }, deadline);
}

function rootOf(archive: MemoryArchive, date: string): RootDocument {
  return JSON.parse(Buffer.from(archive.objects.get(rootKey(date)) ?? []).toString());
}

/** A door that has seen an operator and two tenants on two days with an idle one between them. */
async function busyDoor(): Promise<Door> {
  const door = new Door();
  const desk = () => ({ ...door.desk, actor: "operator:one" });
  await recordAction(desk(), { reason: "deliveries swept" });
  const one = await door.tenant();
  await door.invoice(one.id);
  door.pass(2 * day);
  await door.invoice(one.id, "A-2");
  const two = await door.tenant({ slug: "globex" });
  await door.invoice(two.id);
  return door;
}

describe("the audit archive", () => {
  let door: Door;
  const archive = new MemoryArchive();

  beforeAll(async () => {
    door = await busyDoor();
  });

  test("has nothing of a day that is not over", async () => {
    expect(await archiveOf(door, archive)).toMatchObject({ days: 1, done: true });
    expect(await archive.days()).toEqual(["2026-11-21"]);
    door.nowMs = Date.parse("2026-11-24T00:04:59.999Z");
    expect(await archiveOf(door, archive)).toMatchObject({ days: 0, done: true });
  });

  test("has every entry of a day that is over, of each tenant and of none, and skips an idle one", async () => {
    door.nowMs = Date.parse("2026-11-24T00:05:00.000Z");
    expect(await archiveOf(door, archive)).toMatchObject({ days: 1, done: true });
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
    expect(JSON.parse(lines[0] ?? "").body).toMatchObject({
      actor: "operator:one",
      reason: "deliveries swept",
    });
    expect(await verifyAudit(HeldBook.of(door.book.rows()), archive)).toMatchObject({ fault: null, days: 2 });
  });

  test("costs one read when there is nothing to do", async () => {
    const before = door.book.calls;
    expect(await archiveOf(door, archive)).toEqual({ days: 0, entries: 0, done: true });
    expect(door.book.calls - before).toBe(1);
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
    const door = await busyDoor();
    door.pass(day);
    const whole = new MemoryArchive();
    await archiveOf(await sameAs(door), whole);
    const pieces = new MemoryArchive();
    let runs = 0;
    while (!(await archiveOf(door, pieces, "0000")).done) runs += 1;
    expect(runs).toBeGreaterThan(3);
    expect(pieces.objects).toEqual(whole.objects);
  });

  test("and done by two at once makes each root once", async () => {
    const door = await busyDoor();
    door.pass(day);
    const archive = new MemoryArchive();
    await Promise.all([archiveOf(door, archive), archiveOf(door, archive)]);
    await archiveOf(door, archive);
    expect(await archive.days()).toEqual(["2026-11-21", "2026-11-23"]);
    expect(await verifyAudit(HeldBook.of(door.book.rows()), archive)).toMatchObject({ fault: null, days: 2 });
  });

  /** Another book with the same rows. */
  async function sameAs(door: Door): Promise<Door> {
    const other = new Door();
    other.nowMs = door.nowMs;
    for (const row of door.book.rows())
      other.book.writeNow([{ put: row, expect: "absent" }], `${row.pk}${row.sk}`);
    return other;
  }
});

test("a tenant's busy day is archived in several objects, none of which is large", async () => {
  const door = new Door();
  const { id: tenantId } = await door.tenant();
  for (let each = 0; each < 25_000; each += 1) {
    const next = { id: `act_${String(each).padStart(26, "0")}`, tenantId, subject: null, detail: {} };
    const hop = { next, from: null, to: "done", reason: "busy" };
    door.book.writeNow(hopWrites(unborn(operatorActionKind, next), [hop], door.desk).writes, next.id);
  }
  door.pass(day);
  const archive = new MemoryArchive();
  expect(await archiveOf(door, archive)).toMatchObject({ days: 1, done: true });
  const parts = rootOf(archive, "2026-11-21").parts.filter((each) => each.tenantId === tenantId);
  expect(parts.map(({ number, entries }) => [number, entries])).toEqual([
    [1, 10_000],
    [2, 10_000],
    [3, expect.any(Number)],
  ]);
  expect(await verifyAudit(HeldBook.of(door.book.rows()), archive)).toMatchObject({ fault: null });
});

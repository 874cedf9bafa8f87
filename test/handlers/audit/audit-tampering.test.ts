import { beforeAll, describe, expect, test } from "vitest";
import { archiveDue } from "../../../functions/app/audit/archive-audit.ts";
import { dayRoot, type RootDocument, rootKey } from "../../../functions/app/audit/root.ts";
import { verifyAudit } from "../../../functions/app/audit/verify-audit.ts";
import { HeldStore, MemoryArchive } from "../../support/audit/audited.ts";
import { threeDays } from "../../support/audit/audited-days.ts";
import { tamperings } from "../../support/audit/tamper.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import { Random } from "../../support/world/core/random.ts";
import type { World } from "../../support/world/settlement/world.ts";

const attempts = heavyRuns;
const later = 2 * 86_400_000;

let world: World;
const archive = new MemoryArchive();
let store: HeldStore;

beforeAll(async () => {
  world = await threeDays();
  const clock = { now: () => new Date(world.scheduler.nowMs + later).toISOString() };
  const context = { ...world.furnishing(), clock, archive };
  expect(await archiveDue(context, "9999")).toMatchObject({ days: 3, done: true });
  store = HeldStore.of(world.store.rows());
});

describe("an audit trail that nobody touched", () => {
  test("is proven, entry by entry, against the roots of its days", async () => {
    const proven = await verifyAudit(store, archive);
    expect(proven).toMatchObject({ fault: null, days: 3, lastRoot: { date: "2026-11-23" } });
    expect(proven.entries).toBe(world.store.rows().filter(({ type }) => type === "entry").length);
    expect(proven.archivedEntries).toBe(proven.entries);
    expect(proven.entries).toBeGreaterThan(100);
  });

  test("is proven from its archive alone, and from the book alone", async () => {
    expect(await verifyAudit(undefined, archive)).toMatchObject({ fault: null, entries: 0, days: 3 });
    expect(await verifyAudit(store, undefined)).toMatchObject({ fault: null, archivedEntries: 0 });
  });
});

test(`${attempts} random tamperings with the book are all found, and named`, { timeout: 300_000 }, async () => {
  const random = new Random(20_261_121);
  const kinds = Object.entries(tamperings);
  const found = new Map<string, number>();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [name, tamper] = kinds[attempt % kinds.length] ?? ["", undefined];
    const tampered = store.copy();
    const { pk, seq } = tamper?.(tampered, random) ?? { pk: "", seq: null };
    const { fault } = await verifyAudit(tampered, archive);
    if (fault?.aggregate !== pk || (seq !== null && fault.seq !== seq))
      expect.fail(`${name} on ${pk} entry ${seq}: ${JSON.stringify(fault)}`);
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  const all = [...found.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${all} of ${attempts} tamperings found: ${JSON.stringify(Object.fromEntries(found))}`);
  expect(all).toBe(attempts);
});

test("without its roots, a chain that was hashed anew or is gone altogether is not missed: that is what they are for", async () => {
  const rewritten = store.copy();
  tamperings["an edit with every later hash made anew"]?.(rewritten, new Random(1));
  expect((await verifyAudit(rewritten, undefined)).fault).toBeNull();
  expect((await verifyAudit(rewritten, archive)).fault).not.toBeNull();
});

describe("an archive that somebody touched", () => {
  const key = rootKey("2026-11-22");
  const rootOf = (from: MemoryArchive): RootDocument => JSON.parse(Buffer.from(from.objects.get(key) ?? []).toString());
  const stored = (document: object) => Buffer.from(JSON.stringify(document));
  const part = () => rootOf(archive).parts[0]?.key ?? "";

  test.each<[name: string, touch: (copy: MemoryArchive) => void, blamed: () => string]>([
    ["a root removed", (copy) => copy.objects.delete(key), () => rootKey("2026-11-23")],
    ["the last root removed", (copy) => copy.objects.delete(rootKey("2026-11-23")), () => rootKey("2026-11-23")],
    ["a root that is not JSON", (copy) => copy.objects.set(key, Buffer.from("{")), () => key],
    [
      "a root of another day",
      (copy) => copy.objects.set(key, copy.objects.get(rootKey("2026-11-21")) ?? Buffer.of()),
      () => key,
    ],
    [
      "a root with a part less",
      (copy) => copy.objects.set(key, stored({ ...rootOf(copy), parts: rootOf(copy).parts.slice(1) })),
      () => key,
    ],
    [
      "a root made anew with a part less",
      (copy) => {
        const less = { ...rootOf(copy), parts: rootOf(copy).parts.slice(1) };
        copy.objects.set(key, stored({ ...less, root: dayRoot(less) }));
      },
      () => rootKey("2026-11-23"),
    ],
    ["a part removed", (copy) => copy.objects.delete(part()), part],
    ["a part emptied", (copy) => copy.objects.set(part(), Buffer.of()), part],
  ])("%s is named", async (_, touch, blamed) => {
    const copy = new MemoryArchive(archive.objects);
    touch(copy);
    const { fault } = await verifyAudit(store, copy);
    expect(fault?.aggregate).toBe(blamed());
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../../functions/app/audit/verify-audit.ts";
import { HeldStore, MemoryArchive } from "../../../support/audit/audited.ts";
import { invocation } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const day = 86_400;
const bucket = "/audit-archive/";
let one: AccountOwner;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("sandbox", "One");
  await deployed.account("sandbox", "Other");
  const entry = { kind: "block", value: wallet, reason: "seen" };
  expect((await deployed.call("proposeOwnEntry", deployed.operatorToken, {}, entry)).status).toBe(202);
  await deployed.call("screenValue", one.apiKey, {}, { type: "wallet", value: wallet });
});

afterAll(() => deployed.stop());

/** The archive as it lies in its bucket. */
function archive(): MemoryArchive {
  const objects = [...deployed.aws.files].filter(([key]) => key.startsWith(bucket));
  return new MemoryArchive(objects.map(([key, { bytes }]) => [key.slice(bucket.length), bytes]));
}

/** Entries that are stored of a day. */
function entriesOn(date: string): number {
  const rows = deployed.aws.store.rows().filter(({ type }) => type === "entry");
  return rows.filter(({ body }) => String(Object(body).at).startsWith(date)).length;
}

function store(): HeldStore {
  return HeldStore.of(deployed.aws.store.rows());
}

describe("the screening interface's audit trail", () => {
  test("of a day that is over is archived whole, the platform's entries and every account's", async () => {
    await deployed.advance(day);
    const { handler } = await import("../../../../functions/events/screening-daily.ts");
    await handler({}, invocation);
    const proven = await verifyAudit(store(), archive());
    expect(proven).toMatchObject({ fault: null, days: 1 });
    expect(proven.archivedEntries).toBe(entriesOn("2026-11-18"));
    const keys = [...archive().objects.keys()].join("\n");
    expect(keys).toContain(`/${one.id}/0001.jsonl.gz`);
    expect(keys).toContain("/platform/0001.jsonl.gz");
  });

  test("is archived by the sandbox's clock, a day after the one that it left", async () => {
    await deployed.call("screenValue", one.apiKey, {}, { type: "wallet", value: wallet });
    const moved = async () => {
      const reply = await deployed.call("advanceClock", deployed.operatorToken, {}, { advanceSeconds: day });
      return JSON.parse(reply.text);
    };
    expect(await moved()).toMatchObject({ daily: { archivedDays: 0, done: true } });
    const { daily } = await moved();
    expect(daily).toMatchObject({ archivedDays: 1, done: true });
    expect(daily.archivedEntries).toBeGreaterThan(0);
    expect(await verifyAudit(store(), archive())).toMatchObject({ fault: null, days: 2 });
  });

  test("with a screen that somebody took out of the table is told by its archive", async () => {
    const without = HeldStore.of(deployed.aws.store.rows().filter(({ pk }) => !pk.startsWith("scr_")));
    expect((await verifyAudit(without, undefined)).fault).toBeNull();
    expect((await verifyAudit(without, archive())).fault).toMatchObject({
      aggregate: expect.stringMatching(/^scr_/),
      what: "was archived and is missing from the book",
    });
  });
});

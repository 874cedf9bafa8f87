import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { reconcileNightly } from "../../../functions/app/reconciliation/nightly.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import type { BreakItem } from "../../../functions/domain/reconciliation/break-item.ts";
import { afterTheNight, type FeeWorld } from "../../support/reconciliation/fee-world.ts";

let world: FeeWorld;
let sweepId: string;

/** A night's run over the day before; breaks about sweeps as they are on record then. */
async function night() {
  await world.toNextDay();
  await world.passBoth(300);
  const { rail, ...context } = world.worker();
  await reconcileNightly({ ...context, actor: "system:nightly", rails: [rail] });
  const rows = world.store.rows().filter(({ type }) => type === "break");
  return rows
    .map(({ body }) => (body as { state: BreakItem }).state)
    .filter(({ about, status }) => about === "sweep" && status === "open");
}

async function queued() {
  const { data } = await listReview(world.context, { kind: "recon_break", limit: 100 });
  return data.filter(({ reason }) => reason.startsWith("sweep at bridge"));
}

/** What Bridge has of the sweep. */
function theirs() {
  return world.swept()[0] ?? expect.fail("Bridge has made no sweep");
}

beforeEach(async () => {
  world = (await afterTheNight()).world;
  await world.minute();
  await world.passBoth(700);
  await world.minute();
  const [sweep] = await world.sweeps();
  if (sweep?.status !== "proven") throw new Error(`the sweep is ${sweep?.status}`);
  sweepId = sweep.id;
});

afterEach(() => world[Symbol.asyncDispose]());

describe("a night after a day on which a sweep of fees was proven", () => {
  test("finds nothing wrong of what the rail lists as we have it", async () => {
    expect(await night()).toEqual([]);
  });

  test("finds a sweep that the rail does not list", async () => {
    theirs().state = "undeliverable";
    expect(await night()).toMatchObject([
      { kind: "missing_on_theirs", feeSweepId: sweepId, tenantId: world.tenantId, ours: "45.000000", theirs: null },
    ]);
    expect(await queued()).toMatchObject([{ reason: expect.stringContaining("ours 45.000000, theirs none") }]);
  });

  test("finds one of another amount, once however often it looks, and lets it go when both sides agree", async () => {
    theirs().received -= 1n;
    const differs = [{ kind: "amount_mismatch", feeSweepId: sweepId, ours: "45.000000", theirs: "44.999999" }];
    expect(await night()).toMatchObject(differs);
    expect(await night()).toMatchObject(differs);
    theirs().received += 1n;
    expect(await night()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  test("finds one that the rail lists and nobody here has made", async () => {
    const asked = theirs().asked as { client_reference_id?: string };
    asked.client_reference_id = "fsw_01JC0000000000000000000009";
    const found = await night();
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: "missing_on_our_side",
        theirs: "45.00",
        tenantId: null,
        reference: "fsw_01JC0000000000000000000009",
      }),
    );
  });

  test("finds one that left though our record says that it was refused", async () => {
    await world.tamperSweep(sweepId, { status: "refused" });
    expect(await night()).toMatchObject([
      { kind: "missing_on_our_side", feeSweepId: sweepId, ours: null, theirs: "45.00" },
    ]);
  });

  test("counts a sweep whose own ledger does not say what left", async () => {
    await world.tamperEntries(sweepId);
    await night();
    expect(world.meter.values.ReconUnbalanced).toEqual([1]);
  });
});

describe("two sweeps that differ", () => {
  test("are two items", async () => {
    theirs().received -= 1n;
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await night();
    await world.night();
    await world.minute();
    await world.passBoth(700);
    await world.minute();
    const second = world.swept()[1] ?? expect.fail("no second sweep");
    second.received -= 1n;
    const found = await night();
    expect(new Set(found.map(({ feeSweepId }) => feeSweepId)).size).toBe(2);
  });
});

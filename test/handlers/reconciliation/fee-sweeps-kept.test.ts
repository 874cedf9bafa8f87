import { describe, expect, test } from "vitest";
import { getFeeSweep, listFeeSweeps } from "../../../functions/app/reconciliation/fee-sweeps.ts";
import { reconLines } from "../../../functions/app/reconciliation/recon.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { getReview } from "../../../functions/app/review/review.ts";
import { feeSweepOperations } from "../../../functions/contract/reconciliation/fee-sweeps.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { ReconBreak } from "../../../functions/domain/reconciliation/break.ts";
import { railOn } from "../../support/bridge-sim/world.ts";
import { afterTheNight, FeeWorld, ownWallet, unitsOfSweep } from "../../support/reconciliation/fee-world.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

describe("reconciliation of a sweep", () => {
  async function breaksOf(world: FeeWorld) {
    const scope = {
      from: "2026-11-21T00:00:00.000Z",
      to: "2026-11-30T00:00:00.000Z",
      owner: null,
      type: "all" as const,
    };
    const breaks: ReconBreak[] = [];
    for await (const line of reconLines(world.worker(), scope)) breaks.push(...line.breaks);
    return breaks.filter(({ about }) => about === "sweep");
  }

  async function proven() {
    const { world } = await afterTheNight();
    await world.minute();
    await world.passBoth(700);
    await world.minute();
    const [sweep] = await world.sweeps();
    return { world, id: sweep?.id ?? "" };
  }

  test("finds nothing wrong of one that the rail's list has as we have it", async () => {
    const { world } = await proven();
    await using _world = world;
    await world.passBoth(600);
    expect(await breaksOf(world)).toEqual([]);
  });

  test("names one that the rail has not, that differs, that we gave up, and that is not ours", async () => {
    const { world, id } = await proven();
    await using _world = world;
    await world.passBoth(600);
    const [made] = world.swept();
    if (!made) throw new Error("nothing was swept");
    made.state = "undeliverable";
    expect(await breaksOf(world)).toMatchObject([{ kind: "missing_on_theirs", feeSweepId: id, ours: "45.000000" }]);
    made.state = "payment_processed";
    made.received -= 1n;
    expect(await breaksOf(world)).toMatchObject([{ kind: "amount_mismatch", feeSweepId: id, theirs: "44.999999" }]);
    made.received += 1n;
    await world.tamperSweep(id, { status: "refused" });
    expect(await breaksOf(world)).toMatchObject([{ kind: "missing_on_our_side", feeSweepId: id, theirs: "45.00" }]);
    const asked = made.asked as { client_reference_id?: string };
    asked.client_reference_id = "fsw_01JC0000000000000000000009";
    const stray = { kind: "missing_on_our_side", theirs: "45.00", tenantId: null };
    expect(await breaksOf(world)).toContainEqual(expect.objectContaining(stray));
  });
});

describe("operators' routes", () => {
  test("list sweeps by status and tenant, and read one", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    const call = world.open(feeSweepOperations, {
      listFeeSweeps: async ({ query }) => ({ body: await listFeeSweeps(world.context, query) }),
      getFeeSweep: async ({ params }) => ({ body: await getFeeSweep(world.context, params.id) }),
    });
    const headers = { authorization: `Bearer ${world.operatorToken}` };
    const read = async (path: string) => {
      const { status, text } = await call({ path, headers });
      return { status, body: JSON.parse(text) };
    };
    const [sweep] = await world.sweeps();
    const here = { status: 200, body: { data: [sweep], nextCursor: null } };
    expect(await read(`/admin/fee-sweeps?status=screening&tenantId=${world.tenantId}`)).toEqual(here);
    expect(await read("/admin/fee-sweeps?status=proven")).toMatchObject({ body: { data: [] } });
    expect(await read(`/admin/fee-sweeps/${sweep?.id}`)).toEqual({ status: 200, body: sweep });
    expect(await read("/admin/fee-sweeps/fsw_01JC0000000000000000000009")).toMatchObject({ status: 404 });
    expect(await read("/admin/fee-sweeps?status=nonsense")).toMatchObject({ status: 400 });
  });
});

describe("fees do not leave", () => {
  test("out of a wallet with less in it than the ledger says", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    const units = { units: "44.990000", at: world.clock.now() };
    world.useRail(railThat(railOn(world.sim, "two_leg"), { walletBalance: async () => units }));
    expect(await world.night()).toEqual({ sweeps: 0, done: true });
    expect(world.log.lines.some((line) => JSON.stringify(line).includes("fees not swept"))).toBe(true);
    expect(world.meter.values.FeesNotSwept).toEqual([1]);
  });

  test("that a refund has used since the close", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await world.lose({ amountCents: 1, rate: "0.9999" });
    await world.minute();
    const reason = "less than that is ours in the wallet by now";
    expect(await world.sweeps()).toMatchObject([{ status: "canceled", reason, lookAt: null }]);
    expect(world.swept()).toEqual([]);
    await world.toNextDay();
    await world.night();
    expect(await world.sweeps()).toContainEqual(expect.objectContaining({ units: "44.999999", status: "screening" }));
  });

  test("for a wallet that its screen declines: operators have it screened again, or give it up", async () => {
    const world = await FeeWorld.start();
    await using _world = world;
    world.policy = { wallets: { base: "0xBLOCKED" }, floats: {} };
    await world.earn({ amountCents: 100_000, feeCents: 4_500 });
    await world.toNextDay();
    await world.night();
    await world.minute();
    const [declined] = await world.sweeps();
    expect(declined).toMatchObject({ status: "declined", lookAt: null });
    expect(world.swept()).toEqual([]);
    const item = siblingId(declined?.id ?? "", "rev");
    expect(await getReview(world.reviews("one"), item)).toMatchObject({
      ...{ kind: "fee_sweep", reason: "fees stay at the rail: our own wallet did not pass its screen" },
      actions: ["note", "assign", "retry_screen", "fail"],
    });
    await takeReviewAction(world.reviews("one"), item, { action: "retry_screen", note: null });
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "declined", screens: 2 }]);
    const asked = await takeReviewAction(world.reviews("one"), item, { action: "fail", note: null });
    await approve(world.reviews("two"), "approvalId" in asked ? asked.approvalId : "", null);
    expect(await world.sweeps()).toMatchObject([{ status: "canceled" }]);
    await expect(getReview(world.reviews("one"), item)).rejects.toThrow("no such");
    world.policy = { wallets: { base: ownWallet }, floats: {} };
    await world.toNextDay();
    await world.night();
    await world.minute();
    expect(await world.sweeps()).toContainEqual(expect.objectContaining({ status: "ordered", toAddress: ownWallet }));
  });

  test("while the screen gives no answer, and leave once it does", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    world.screens = false;
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "screening", screens: 1 }]);
    await world.passBoth(600);
    world.screens = true;
    await world.minute();
    expect(await world.sweeps()).toMatchObject([{ status: "ordered", screens: 2 }]);
  });

  test("that the rail refuses: what is ours stays on the ledger, and a later day's sweep takes it", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await world.minute();
    world.sim.bank.move(world.swept()[0] ?? world.sim.bank.find("none"), "undeliverable");
    await world.passBoth(700);
    await world.minute();
    const [refused] = await world.sweeps();
    expect(refused).toMatchObject({ status: "refused", reason: "the rail refused it: bridge_undeliverable" });
    expect(await world.balance("operator_wallet")).toBe(0);
    expect(await unitsOfSweep(world, refused?.id ?? "")).toEqual({ rail_wallet: 0n, wallet_in_transit: 0n });
    const item = siblingId(refused?.id ?? "", "rev");
    expect(await getReview(world.reviews("one"), item)).toMatchObject({ actions: ["note", "assign", "resolve"] });
    const reference = "ticket 77";
    const asked = await takeReviewAction(world.reviews("one"), item, { action: "resolve", note: null, reference });
    await approve(world.reviews("two"), "approvalId" in asked ? asked.approvalId : "", null);
    await expect(getReview(world.reviews("one"), item)).rejects.toThrow("no such");
    await world.toNextDay();
    expect(await world.night(), "Bridge has not put it back yet").toEqual({ sweeps: 0, done: true });
    world.sim.bank.wallets[0]?.balances.set("usdc", 45_000_000n);
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 1, done: true });
  });

  test("that went to a wallet which the coin's issuer has frozen: none goes there again, until the operator names another", async () => {
    const { world } = await afterTheNight();
    await using _world = world;
    await world.minute();
    world.sim.bank.move(world.swept()[0] ?? world.sim.bank.find("none"), "undeliverable");
    await world.passBoth(700);
    await world.minute();
    const [refused] = await world.sweeps();
    await world.tamperSweep(refused?.id ?? "", { frozenAt: world.clock.now() });
    world.sim.bank.wallets[0]?.balances.set("usdc", 45_000_000n);
    for (const nights of [1, 2]) {
      await world.toNextDay();
      expect(await world.night(), `night ${nights}`).toEqual({ sweeps: 0, done: true });
    }
    world.policy = { wallets: { base: "0x52908400098527886E0F7030069857D2E4169EE7" }, floats: {} };
    await world.toNextDay();
    expect(await world.night()).toEqual({ sweeps: 1, done: true });
  });
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { creationWrites, type RecordType } from "../../../functions/app/core/aggregate.ts";
import { lastNightlyRuns } from "../../../functions/app/reconciliation/nightly-record.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import { walletKey } from "../../../functions/domain/core/wallet-ledger.ts";
import { collectFromPayer, customerId, onBridge } from "../../support/bridge-sim/world.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { railThat } from "../../support/settlement/reserve-api.ts";

let api: BooksApi;
let bridge: Awaited<ReturnType<typeof onBridge>>;
let tenantId: string;

const wallet = walletKey({ rail: "bridge", customer: customerId, chain: "base", stable: "USDC" });

const purchase = z.object({ id: z.string(), tenantId: z.string(), here: z.string(), transit: z.string() });

type Purchase = z.infer<typeof purchase>;

/** A record that has bought stablecoin into the wallet, some of it on its way out. */
const purchaseRecordType: RecordType<Purchase> = {
  type: "purchase",
  schema: purchase,
  id: ({ id }) => id,
  tenantId: (state) => state.tenantId,
  wallet({ here, transit }) {
    const [lies, leaves] = [unitsOf(here), unitsOf(transit)];
    return { wallet, here: lies, transit: leaves, clients: lies + leaves };
  },
};

let purchases = 0;

async function books(here: string, transit = "0"): Promise<void> {
  purchases += 1;
  const next = { id: `purchase_${purchases}`, tenantId, here, transit };
  const transition = { next, from: null, to: "bought", reason: "bought" };
  await api.store.write(creationWrites(purchaseRecordType, transition, api.context), `purchase-${purchases}`);
}

/** What Bridge counts in the wallet from now on. */
function counts(units: string): void {
  const { bank } = bridge.sim;
  const { balances } = bank.wallets[0] ?? bank.openWallet(customerId, "base");
  balances.set("usdc", unitsOf(units));
}

async function queued() {
  const { data } = await listReview(api.context, { kind: "recon_break", limit: 100 });
  return data;
}

async function lastRun() {
  const [run] = await lastNightlyRuns(api.context);
  return run ?? expect.fail("there is a run");
}

/** A night's run; once more five minutes later where it waits. */
async function night(): Promise<void> {
  api.toNextDay("00:20:00");
  if ((await api.nightly(bridge.rail)).done) return;
  api.pass(300);
  await api.nightly(bridge.rail);
}

beforeEach(async () => {
  api = new BooksApi();
  bridge = await onBridge("two_leg");
  tenantId = (await api.owner()).id;
});

afterEach(async () => {
  await bridge.sim[Symbol.asyncDispose]();
});

describe("a pooled wallet in which the rail counts what the ledger says", () => {
  test("is no break, and the run is done at once", async () => {
    await books("100.25");
    await books("50", "7");
    counts("157.25");
    api.toNextDay("00:20:00");
    expect(await api.nightly(bridge.rail)).toMatchObject({ finished: 1, opened: 0, done: true });
    counts("150.25");
    await night();
    expect(await queued()).toEqual([]);
  });

  test("is none either where our clock is ahead of the rail's, which had not bought yet what we had booked", async () => {
    await books("100.25");
    counts("100.25");
    api.toNextDay("00:19:30");
    await books("10");
    api.pass(30);
    expect(await api.nightly(bridge.rail)).toMatchObject({ finished: 1, opened: 0, done: true });
    expect(await queued()).toEqual([]);
  });

  test("stays none over many days, each added up from the sums of the days before", async () => {
    await books("100.25");
    for (const each of ["101.25", "102.25", "103.25", "104.25"]) {
      counts(each);
      await books("1");
      await night();
      expect((await lastRun()).breaks).toEqual({});
    }
    expect(await lastRun()).toMatchObject({ status: "done", date: "2026-11-24" });
  });
});

describe("a pooled wallet that is short by a cent", () => {
  test("is a break with both figures once what was under way has come, and is gone when it is made good", async () => {
    await books("100.25");
    counts("100.24");
    api.toNextDay("00:20:00");
    expect(await api.nightly(bridge.rail), "it may be on its way").toMatchObject({ finished: 0, done: false });
    const [row] = await api.store.read([{ pk: "nightly#bridge#2026-11-21", sk: "row" }]);
    const readings = [{ wallet, units: "100.240000", at: api.clock.now() }];
    expect(row?.body).toMatchObject({ state: { status: "running", part: "wallets", cursor: "again", readings } });
    expect(await queued()).toEqual([]);
    api.pass(300);
    expect(await api.nightly(bridge.rail)).toMatchObject({ finished: 1, opened: 1 });
    expect(await queued()).toMatchObject([{ reason: expect.stringContaining("ours 100.250000, theirs 100.240000") }]);
    expect((await queued())[0]?.reason).toContain(wallet);
    expect((await lastRun()).breaks).toEqual({ wallet_balance: 1 });
    expect(api.meter.values.ReconBreaks).toEqual([1]);
    await night();
    expect(await queued()).toHaveLength(1);
    counts("100.25");
    await night();
    expect(await queued()).toEqual([]);
  });
});

describe("a rail that pools no wallets", () => {
  test("is not asked about any", async () => {
    await books("100.25");
    const walletBalance = () => Promise.reject(new Error("it has none"));
    api.toNextDay("00:20:00");
    const rail = railThat(bridge.rail, { poolsWallets: false, walletBalance });
    expect(await api.nightly(rail)).toMatchObject({ finished: 1, opened: 0, failed: 0 });
  });
});

describe("a wallet that the rail does not have", () => {
  test("counts as empty", async () => {
    await books("100.25");
    await night();
    expect(await queued()).toMatchObject([{ reason: expect.stringContaining("ours 100.250000, theirs 0.000000") }]);
  });
});

describe("what Bridge has moved for a reference of ours that we do not know", () => {
  test("is a break under Bridge's own reference", async () => {
    await bridge.sim.pass((api.nowMs - bridge.sim.clock.now()) / 1000);
    const railRef = await collectFromPayer(bridge);
    api.toNextDay("00:20:00");
    await api.nightly(bridge.rail);
    expect(await queued()).toMatchObject([
      { reason: expect.stringContaining(`collection at bridge under ${railRef}: the rail moved money`) },
    ]);
  });

  test("is not looked for where Bridge cannot be reached, and never taken for nothing", async () => {
    bridge.sim.faults.add({ on: "GET /transfers", kind: "500_before", times: 100 });
    api.toNextDay("00:20:00");
    expect(await api.nightly(bridge.rail)).toMatchObject({ finished: 0, failed: 1, done: false });
  });
});

describe("a deposit that the rail had counted before we heard of it", () => {
  test("is no break once it is booked", async () => {
    await books("100.25");
    counts("110.25");
    api.toNextDay("00:20:00");
    await api.nightly(bridge.rail);
    api.pass(60);
    await books("10");
    api.pass(240);
    expect(await api.nightly(bridge.rail)).toMatchObject({ finished: 1, opened: 0 });
    expect(await queued()).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { newAggregate, type RecordType, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { PageQuery } from "../../../functions/app/core/ports.ts";
import { TooLarge } from "../../../functions/app/core/time-budget.ts";
import {
  closeRows,
  entriesWithin,
  hasMoved,
  movementsWithin,
  type WalkContext,
  walletEntriesWithin,
} from "../../../functions/app/reconciliation/close-walk.ts";
import { type Posting, transfer } from "../../../functions/domain/core/ledger.ts";
import { unitsOf } from "../../../functions/domain/core/units.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";

const day = { from: "2026-11-21T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z" };
const wallet = "bridge/cust_1/base/USDC";

let api: BooksApi;
let tenant: { id: string; createdAt: string };
let context: WalkContext;
/** Pages that were asked for. */
let pages: PageQuery[];
let atOnce: { now: number; most: number };

const moving = z.object({ id: z.string(), tenantId: z.string(), here: z.string() });

function recordOf(type: string): RecordType<z.infer<typeof moving>> {
  return {
    type,
    schema: moving,
    id: ({ id }) => id,
    tenantId: ({ tenantId }) => tenantId,
    wallet: ({ here }) => ({ wallet, here: unitsOf(here), transit: 0n, clients: 0n }),
  };
}

/** When, to which status, what is posted, and what of stablecoin lies in the wallet from then on. */
type Step = readonly [at: string, to: string, postings?: readonly Posting[], here?: string];

let written = 0;

/** Writes a record's entries; the first makes it. Its id. */
async function book(type: string, madeAt: string, ...steps: Step[]): Promise<string> {
  const id = api.newId(({ settlement: "stl", escrow: "esc" } as const)[type] ?? "fsw", madeAt);
  const before = { id, tenantId: tenant.id, here: "0" };
  let found = newAggregate(recordOf(type), before);
  let from: string | null = null;
  for (const [at, to, postings = [], here = "0"] of steps) {
    api.nowMs = Date.parse(at);
    const transition = { next: { ...before, here }, from, to, reason: "test", postings };
    const { writes, after } = transitionWrites(found, [transition], api.context);
    written += 1;
    await api.store.write(writes, `book-${written}`);
    found = after;
    from = to;
  }
  return id;
}

async function all<T>(lists: AsyncIterable<readonly T[]>): Promise<T[]> {
  const held: T[] = [];
  for await (const list of lists) held.push(...list);
  return held;
}

const rows = () => all(closeRows(context, null, day));
const collect = (cents: number) => transfer("rail_clearing", "tenant_payable", cents);
const pay = (cents: number) => transfer("tenant_payable", "rail_clearing", cents);
const hold = (cents: number) => transfer("rail_clearing", "escrow_held", cents);
const on = (time: string) => `2026-11-21T${time}.000Z`;
const before = "2026-11-20T10:00:00.000Z";

beforeEach(async () => {
  api = new BooksApi();
  api.nowMs = Date.parse("2026-11-19T10:00:00.000Z");
  tenant = { id: (await api.tenant()).id, createdAt: api.clock.now() };
  pages = [];
  atOnce = { now: 0, most: 0 };
  const { store } = api;
  const page = async (query: PageQuery) => {
    pages.push(query);
    atOnce.now += 1;
    atOnce.most = Math.max(atOnce.most, atOnce.now);
    await Promise.resolve();
    atOnce.now -= 1;
    return store.page(query);
  };
  context = {
    store: { read: (keys) => store.read(keys), write: (writes, nonce) => store.write(writes, nonce), page },
    isLate: () => api.isLate,
  } as WalkContext;
});

describe("a day", () => {
  test("has what its entries moved, apart for records that were there before, and a row for each", async () => {
    const own = await book(
      ...(["settlement", "2026-11-20T23:59:59.999Z"] as const),
      ...([[day.from, "screening", collect(100)] as const, [on("10:00:00"), "completed", pay(100)]] as const),
    );
    const older = await book(
      ...(["settlement", before] as const),
      ...([[before, "screening", collect(30)] as const, [on("11:00:00"), "completed", pay(30)]] as const),
      [day.to, "refunded", collect(5)],
    );
    await book("settlement", before, [before, "completed"], [on("12:00:00"), "completed"]);
    const escrow = await book(
      "escrow",
      on("13:00:00"),
      [on("13:00:00"), "created"],
      [on("14:00:00"), "funded", hold(50)],
    );
    const swept = transfer("operator_wallet", "rail_clearing", 7);
    await book("fee_sweep", on("15:00:00"), [on("15:00:00"), "proven", swept, "3"]);
    await book("settlement", day.to, [day.to, "screening", collect(1)]);
    const none = { debitCents: 0, creditCents: 0, adjustmentDebitCents: 0, adjustmentCreditCents: 0 };
    expect(await movementsWithin(context, null, day)).toEqual({
      accounts: {
        rail_clearing: { ...none, debitCents: 150, creditCents: 137, adjustmentCreditCents: 30 },
        tenant_payable: { ...none, debitCents: 130, creditCents: 100, adjustmentDebitCents: 30 },
        escrow_held: { ...none, creditCents: 50 },
        operator_wallet: { ...none, debitCents: 7 },
      },
      statuses: { screening: -1, completed: 2 },
      createdStatuses: { screening: 0, completed: 1 },
      created: 1,
      escrows: { statuses: { created: 0, funded: 1 }, createdStatuses: { created: 0, funded: 1 }, created: 1 },
      wallets: { [wallet]: { rail_wallet: 3_000_000n, operator_funds: -3_000_000n } },
      ofRows: { rail_clearing: 20, tenant_payable: 30, escrow_held: -50 },
    });
    const row = { tenantId: tenant.id, returnedCents: 0, unbalanced: [] };
    expect(await rows()).toEqual([
      {
        ...{ ...row, record: "created", settlementId: own, createdAt: day.from, status: "completed" },
        ...{ collectedCents: 100, paidOutCents: 100, movements: { rail_clearing: 0, tenant_payable: 0 } },
      },
      {
        ...{ ...row, record: "adjustment", settlementId: older, createdAt: before, status: "completed" },
        ...{ collectedCents: 0, paidOutCents: 30, movements: { rail_clearing: -30, tenant_payable: 30 } },
      },
      {
        ...{ ...row, record: "created", escrowId: escrow, createdAt: on("13:00:00"), status: "funded" },
        ...{ collectedCents: 50, paidOutCents: 0, movements: { rail_clearing: 50, escrow_held: -50 } },
      },
    ]);
    const entries = await all(entriesWithin(context, null, day));
    expect(entries.map(({ at, to }) => `${at.slice(11, 16)} ${to}`)).toEqual([
      ...["00:00 screening", "10:00 completed", "11:00 completed", "12:00 completed"],
      ...["13:00 created", "14:00 funded", "15:00 proven"],
    ]);
    const [sweep, ...others] = await all(walletEntriesWithin(context, null, day));
    expect([sweep?.at, sweep?.wallet, others]).toEqual([on("15:00:00"), wallet, []]);
  });

  test("says of each row what is wrong of it, by its entries until the day's end", async () => {
    const [made, end] = [on("10:00:00"), on("11:00:00")];
    await book("settlement", made, [made, "screening", collect(100)], [end, "completed", pay(90)]);
    await book("settlement", made, [made, "screening", [{ account: "rail_clearing", amountCents: 5 }]]);
    const cut = await book("settlement", made, [made, "screening", collect(7)], [end, "settling", pay(7)]);
    await api.tamper("store", cut, "entry#00000002", () => ({ gone: true }));
    await book("settlement", made, [made, "completed"]);
    await book(
      "escrow",
      made,
      [made, "funded", hold(50)],
      [end, "released", transfer("escrow_held", "rail_clearing", 40)],
    );
    await book("escrow", made, [made, "funded", hold(50)]);
    await book("escrow", made, [made, "strange", hold(50)]);
    const older = await book("settlement", before, [before, "screening", collect(9)], [made, "settling", pay(9)]);
    await api.tamper("store", older, "entry#00000001", () => ({ gone: true }));
    const found = (await rows()).map(({ record, status, unbalanced }) => [record, status, ...unbalanced].join(" "));
    expect(found.toSorted()).toEqual(
      [
        "created completed tenant_payable",
        "created screening entry_1_unbalanced",
        "created screening entry_00000002_unreadable",
        "created completed",
        "created released escrow_held",
        "created funded",
        "created strange",
        "created settling entry_00000001_unreadable",
      ].toSorted(),
    );
    const { accounts } = await movementsWithin(context, null, day);
    expect(accounts.tenant_payable?.adjustmentDebitCents, "of the record whose beginning cannot be read").toBe(9);
  });

  test("is empty where nothing of it moved money", async () => {
    expect(await hasMoved(context, tenant, day)).toBe(false);
    await book("screening", on("10:00:00"), [on("10:00:00"), "passed"]);
    expect(await hasMoved(context, tenant, day)).toBe(false);
    expect(await all(walletEntriesWithin(context, tenant, day))).toEqual([]);
    await book("purchase", on("11:00:00"), [on("11:00:00"), "bought", [], "3"]);
    expect(await hasMoved(context, tenant, day)).toBe(true);
    expect(await hasMoved(context, tenant, { from: day.to, to: "2026-11-23T00:00:00.000Z" })).toBe(false);
  });

  test("is read of each tenant from when it was made on, and of one alone where it is named", async () => {
    await book("settlement", on("10:00:00"), [on("10:00:00"), "screening", collect(100)]);
    const first = tenant;
    tenant = { id: (await api.tenant({ slug: "other" })).id, createdAt: api.clock.now() };
    await book("settlement", on("10:00:00"), [on("11:00:00"), "screening", collect(20)]);
    const ever = { from: "2026-01-01T00:00:00.000Z", to: day.to };
    for (const [owner, cents] of [[first, 100] as const, [tenant, 20] as const, [null, 120] as const]) {
      pages = [];
      expect((await movementsWithin(context, owner, ever)).ofRows.rail_clearing).toBe(cents);
      const starts = pages.flatMap(({ index, from }) => (index === "group" ? [from] : []));
      expect(starts).toEqual((owner ? [owner] : [first, tenant]).map(({ createdAt }) => createdAt));
    }
    for (const walk of [entriesWithin, closeRows, walletEntriesWithin]) {
      pages = [];
      await all(walk(context, tenant, ever) as AsyncIterable<unknown[]>);
      expect(pages.find(({ index }) => index === "group")?.from).toBe(tenant.createdAt);
    }
  });

  test("is refused whole where time runs out", async () => {
    await book("settlement", on("10:00:00"), [on("10:00:00"), "screening", collect(100)]);
    api.isLate = true;
    for (const walk of [entriesWithin, closeRows, walletEntriesWithin])
      await expect(all(walk(context, null, day) as AsyncIterable<unknown[]>)).rejects.toThrow(TooLarge);
    await expect(movementsWithin(context, null, day)).rejects.toThrow(TooLarge);
    await expect(hasMoved(context, tenant, day)).rejects.toThrow(TooLarge);
  });
});

describe("a busy tenant's day", () => {
  const ms = Date.parse(day.from);
  const at = (more: number) => new Date(ms + more).toISOString();

  test("is read in eight parts at once, each entry once, and a record with entries on several pages once", async () => {
    const id = await book(
      ...(["settlement", at(1)] as const),
      ...([[at(1), "screening", collect(100)] as const, [on("23:30:00"), "completed", pay(100)]] as const),
    );
    const one = transfer("operator_wallet", "rail_clearing", 1);
    for (let each = 0; each < 512; each++)
      await book("fee_sweep", at(each * 168_750), [at(each * 168_750), "proven", one]);
    const { accounts, created } = await movementsWithin(context, tenant, day);
    expect([created, accounts.operator_wallet?.debitCents, accounts.rail_clearing?.creditCents]).toEqual([1, 512, 612]);
    const asked = pages
      .filter(({ index }) => index === "group")
      .map(({ from, upTo, limit }) => ({ from, upTo, limit }));
    const parts = Array.from({ length: 8 }, (_, part) => ({
      from: at(part * 10_800_000),
      upTo: at((part + 1) * 10_800_000),
    }));
    expect(asked).toEqual([{ from: day.from, upTo: day.to }, ...parts].map((each) => ({ ...each, limit: 500 })));
    expect(atOnce.most).toBe(8);
    expect((await rows()).map((row) => ("settlementId" in row ? row.settlementId : ""))).toEqual([id]);
    expect(pages.filter(({ pk }) => pk === id)).toHaveLength(1);
    expect(await all(entriesWithin(context, tenant, day))).toHaveLength(514);
  });
});

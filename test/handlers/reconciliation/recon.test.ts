import { beforeEach, describe, expect, test } from "vitest";
import { reconcile, reconcileCsv } from "../../../functions/app/reconciliation/reports.ts";
import type { ReconReport } from "../../../functions/domain/reconciliation/recon-report.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

async function report(query: Parameters<typeof reconcile>[1] = {}): Promise<ReconReport> {
  const found = await reconcile(api.reports(), { ...api.today, ...query });
  if ("export" in found) throw new Error("made in the background");
  return found.made;
}

async function completed(amountCents = 10_000): Promise<PaymentUnderTest> {
  return api.settle(await api.paid(amountCents));
}

/** One settlement of each kind that a day may see. */
async function mixedDay() {
  return {
    completed: await completed(),
    declined: await api.settle(await api.paid(2_000, { wallet: "0xLATEBLOCK" })),
    failed: await api.settle(await api.paid(3_000, { wallet: "0xFAILCONVERT" })),
    settling: await api.settle(await api.paid(4_000, { wallet: "0xNOPROOF" })),
    collecting: await api.paid(5_000, { source: "ach_push" }),
    returned: await api.settle(await api.paid(6_000)),
  };
}

describe("a day with every kind of settlement", () => {
  test("agrees on all three sides, to the cent", async () => {
    const { returned } = await mixedDay();
    await api.railSays(returned.railRef, "returned", { return_code: "R10" });
    const { summary, unbalanced, breaks, inFlight, settlements } = await report();
    expect([unbalanced, breaks]).toEqual([[], []]);
    expect(inFlight.map(({ status, fiatInCents }) => [status, fiatInCents])).toEqual([
      ["settling", 4_000],
      ["collecting", 5_000],
    ]);
    expect(summary).toMatchObject({
      settlements: 6,
      byStatus: { completed: 2, declined: 1, failed: 1, settling: 1, collecting: 1 },
      inFlight: 2,
      unbalanced: 0,
      breaks: 0,
      complete: true,
    });
    // Collected: all but the one that still waits; paid out: the two that completed, less fee and reserve.
    expect(summary.totals).toMatchObject({
      fiatInCents: 30_000,
      ledgerCollectedCents: 25_000,
      railCollectedCents: 25_000,
      ledgerFeeCents: 250 + 100 + 150,
      // The return has used up the reserve of what it took back.
      ledgerReserveCents: 975 + 390,
      ledgerPaidOutCents: 8_775 + 5_265,
      ledgerReturnedCents: 6_000,
      railReturnedCents: 6_000,
      ledgerHeldCents: 2_000 + 3_000 + 3_510,
    });
    expect(settlements[0]).toMatchObject({ status: "completed", railPaidOut: "87.750000", usdtOut: "87.750000" });
  });

  test("says the same as a table", async () => {
    await mixedDay();
    const { settlements, summary } = await report();
    const found = await reconcileCsv(api.reports(), api.today);
    if ("export" in found) throw new Error("made in the background");
    const rows = csvRows(found.made.text);
    expect(found.made.filename).toBe("sluice-recon-2026-11-21-2026-11-22-all.csv");
    const response = rows.filter(({ record }) => record === "settlement");
    expect(
      response.map(({ settlementId, fiatInCents, status }) => [settlementId, Number(fiatInCents), status]),
    ).toEqual(settlements.map(({ settlementId, fiatInCents, status }) => [settlementId, fiatInCents, status]));
    const [total] = rows.filter(({ record }) => record === "total");
    for (const [name, cents] of Object.entries(summary.totals)) expect(Number(total?.[name])).toBe(cents);
    expect([total?.count, total?.inFlight, total?.breaks]).toEqual(["6", "2", "0"]);
  });

  test("lists by tenant, by time, and no escrow where there is none", async () => {
    const { completed: one } = await mixedDay();
    const other = await api.tenant({ slug: "other" });
    expect((await report({ tenantId: other.id })).settlements).toEqual([]);
    expect((await report({ tenantId: one.tenantId })).settlements).toHaveLength(6);
    expect((await report({ type: "escrow" })).summary).toMatchObject({ settlements: 0, escrows: 0 });
    const at = api.clock.now();
    expect((await report({ from: at, to: at })).settlements).toEqual([]);
    expect((await report({ from: "2026-11-20T00:00:00.000Z", to: api.today.from })).settlements).toEqual([]);
  });
});

describe("a ledger that somebody wrote to", () => {
  type Entry = { postings: { account: string; amountCents: number }[] };

  async function tampered(change: (entry: Entry) => unknown): Promise<ReconReport> {
    const { settlementId } = await completed();
    await api.tamper("store", settlementId, "entry#00000003", change);
    api.pass(600);
    return report();
  }

  test("shows as unbalanced where one side of an entry was changed", async () => {
    const { unbalanced, summary } = await tampered((entry) => {
      for (const each of entry.postings) if (each.account === "tenant_payable") each.amountCents -= 1;
      return entry;
    });
    expect(summary.unbalanced).toBe(1);
    expect(unbalanced[0]?.unbalanced).toEqual(["entry_3_unbalanced", "tenant_payable"]);
    expect(api.log.lines.join()).toContain("recon breaks");
    expect(api.meter.values.ReconUnbalanced).toEqual([1]);
  });

  test("shows as unbalanced where both sides were changed alike, and as a break against the rail", async () => {
    const { unbalanced, breaks } = await tampered((entry) => {
      for (const each of entry.postings) each.amountCents *= 2;
      return entry;
    });
    expect(unbalanced[0]?.unbalanced).toEqual(["tenant_payable"]);
    expect(breaks).toMatchObject([{ kind: "amount_mismatch", about: "collection", ours: "200.00", theirs: "100.00" }]);
  });

  test("shows an account that there is not, an entry and a record that cannot be read", async () => {
    const one = await completed();
    const two = await completed();
    const three = await completed();
    await api.tamper("store", one.settlementId, "entry#00000003", (entry: Entry) => ({
      ...entry,
      postings: [...entry.postings, { account: "mine", amountCents: 5 }, { account: "mine", amountCents: -1 }],
    }));
    await api.tamper("store", two.settlementId, "entry#00000003", () => ({ gone: true }));
    await api.tamper("store", three.settlementId, "row", (body: object) => ({ ...body, state: { id: "x" } }));
    const { unbalanced } = await report();
    expect(unbalanced.map((each) => each.unbalanced)).toEqual([
      ["entry_3_unbalanced", "mine"],
      ["entry_00000003_unreadable", "tenant_payable"],
      ["record_unreadable"],
    ]);
  });

  test("shows as unbalanced where the record does not divide", async () => {
    const { settlementId } = await completed();
    await api.tamper("store", settlementId, "row", (body: { state: object }) => ({
      ...body,
      state: { ...body.state, feeCents: 251 },
    }));
    expect((await report()).unbalanced[0]?.unbalanced).toEqual(["record_split", "fee_income"]);
  });
});

describe("a range that is too large for a reply", () => {
  test("is made in the background, and the same question gets the same export", async () => {
    await completed();
    api.isLate = true;
    const input = await reconcile(api.reports(), api.today);
    expect(input).toMatchObject({ export: { status: "queued", report: "recon", url: null } });
    expect(await reconcile(api.reports(), api.today)).toEqual(input);
    expect(api.orders).toHaveLength(1);
  });
});

describe("a question that makes no sense", () => {
  test.each([
    ["from after to", { from: "2026-11-22T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" }, "from"],
    ["more than 92 days", { from: "2026-08-01T00:00:00.000Z", to: "2026-11-21T00:00:00.000Z" }, "from"],
    ["an unknown tenant", { tenantId: "ten_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }, "tenantId"],
  ])("%s is refused with its field", async (_, input, path) => {
    await expect(reconcile(api.reports(), input)).rejects.toMatchObject({
      code: "validation_error",
      detail: { fields: [{ path }] },
    });
  });
});

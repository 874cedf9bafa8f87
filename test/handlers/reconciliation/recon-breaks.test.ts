import { beforeEach, describe, expect, test } from "vitest";
import { reconcile } from "../../../functions/app/reconciliation/reports.ts";
import type { ReconReport } from "../../../functions/domain/reconciliation/recon-report.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;

beforeEach(() => {
  api = new BooksApi();
});

async function report(query: Parameters<typeof reconcile>[1] = {}): Promise<ReconReport> {
  const found = await reconcile(api.reports(), { ...api.today, ...query });
  if ("export" in found) throw new Error("made in the background");
  return found.made;
}

async function completed(): Promise<PaymentUnderTest> {
  return api.settle(await api.paid(10_000));
}

describe("the rail's own list", () => {
  type Dossier = { moves: { kind: string; amountCents: number; amount: string; at: string }[] };

  async function broken(change: (dossier: Dossier) => unknown): Promise<ReconReport["breaks"]> {
    const { railRef } = await completed();
    await api.tamper("railStore", railRef, "dossier", change);
    api.pass(600);
    return (await report()).breaks;
  }

  test.each([
    ["another amount", (move: Dossier["moves"][0]) => ({ ...move, amountCents: 9_999 }), "amount_mismatch", "99.99"],
    [
      "a collection an hour and more ago",
      (move: object) => ({ ...move, at: "2026-11-21T10:00:00.000Z" }),
      "late",
      "100.00",
    ],
    ["nothing done yet", (move: object) => ({ ...move, state: "pending" }), "missing_on_theirs", null],
  ] as const)("with %s is a break of its kind", async (_, change, kind, theirs) => {
    const found = await broken((dossier) => ({
      ...dossier,
      moves: dossier.moves.map((move) => (move.kind === "collection" ? change(move) : move)),
    }));
    expect(found).toMatchObject([{ kind, about: "collection", ours: "100.00", theirs }]);
  });

  test("that has a payout twice is a duplicate, and one of another amount a mismatch", async () => {
    const twice = await broken((dossier) => ({ ...dossier, moves: [...dossier.moves, ...dossier.moves.slice(1)] }));
    expect(twice).toMatchObject([{ kind: "duplicate", about: "payout", theirs: "87.750000 + 87.750000" }]);
    api = new BooksApi();
    const less = await broken((dossier) => ({
      ...dossier,
      moves: dossier.moves.map((move) => (move.kind === "payout" ? { ...move, amount: "87.740000" } : move)),
    }));
    expect(less).toMatchObject([{ kind: "amount_mismatch", about: "payout", ours: "87.750000", theirs: "87.740000" }]);
  });

  test("that has a return which we never heard of is missing on our side", async () => {
    const { railRef } = await completed();
    await api.rail.does(railRef, { kind: "returned", code: "R10" });
    expect((await report()).breaks, "it may still be on its way").toEqual([]);
    api.pass(600);
    expect((await report()).breaks).toMatchObject([
      { kind: "missing_on_our_side", about: "return", ours: null, theirs: "100.00" },
    ]);
  });

  test("that knows a collection which is none of ours is missing on our side, for everybody's report alone", async () => {
    const { tenantId } = await completed();
    const strange = {
      ...{ key: "k", orderedAt: api.clock.now() },
      amountCents: 777,
      currency: "USD",
      source: "ach",
      partnerCustomerId: "c",
      feeCents: 0,
      ...{ stable: "USDT", chain: "base", wallet: "0xA" },
    } as const;
    await api.rail.collect({ ...strange, reference: "stl_7ZZZZZZZZZZZZZZZZZZZZZZZZZ.inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" });
    api.pass(600);
    expect((await report()).breaks).toMatchObject([
      { kind: "missing_on_our_side", about: "collection", settlementId: null, theirs: "7.77" },
    ]);
    expect((await report({ tenantId })).breaks).toEqual([]);
  });

  test("that collected a settlement under a second reference is a duplicate", async () => {
    const { railRef, settlementId, tenantId } = await completed();
    const [dossier] = await api.railStore.read([{ pk: railRef, sk: "dossier" }]);
    if (!dossier) throw new Error("the mock has a dossier");
    const body = { ...(dossier.body as object), railRef: "mock_again" };
    const index = { list: ["opened#2026-11", `${api.today.from}#again`] as const };
    await api.railStore.write(
      [{ put: { ...dossier, pk: "mock_again", v: 1, body, index }, expect: "absent" }],
      "again",
    );
    api.pass(600);
    const kinds = (await report({ tenantId })).breaks.map(({ kind, about, railRef: ref }) => [kind, about, ref]);
    expect(kinds).toEqual([
      ["duplicate", "collection", "mock_again"],
      ["duplicate", "payout", "mock_again"],
    ]);
    expect((await report()).breaks[0]?.settlementId).toBe(settlementId);
  });

  test("is not asked about another rail's settlements", async () => {
    const { settlementId } = await completed();
    await api.tamper("store", settlementId, "row", (body: { state: object }) => ({
      ...body,
      state: { ...body.state, rail: "another" },
    }));
    api.pass(600);
    expect((await report()).breaks).toEqual([]);
  });
});

describe("what the record itself holds open", () => {
  test("is a break: an amount that nobody has decided about, and money after a failure", async () => {
    const short = await api.paid(10_000, { source: "ach_push" });
    await api.railSays(short.railRef, "funds_received", { amountCents: 9_000 });
    const late = await api.paid(5_000, { source: "ach_push" });
    await api.railSays(late.railRef, "failed");
    await api.railSays(late.railRef, "funds_received");
    const { breaks, unbalanced } = await report();
    expect(unbalanced).toEqual([]);
    expect(breaks.map(({ kind, about, ours, theirs }) => [kind, about, ours, theirs])).toEqual([
      ["amount_mismatch", "record", "100.00", "90.00"],
      ["funds_after_failure", "record", null, null],
    ]);
  });
});

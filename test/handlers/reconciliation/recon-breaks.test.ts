import { beforeEach, describe, expect, test } from "vitest";
import { reconcile } from "../../../functions/app/reconciliation/reports.ts";
import type { ReconReport } from "../../../functions/domain/reconciliation/recon-report.ts";
import { BooksDoor, type Followed } from "../../support/reconciliation/books-door.ts";

let door: BooksDoor;

beforeEach(() => {
  door = new BooksDoor();
});

async function report(asked: Parameters<typeof reconcile>[1] = {}): Promise<ReconReport> {
  const found = await reconcile(door.reports(), { ...door.today, ...asked });
  if ("export" in found) throw new Error("made in the background");
  return found.made;
}

async function completed(): Promise<Followed> {
  return door.settle(await door.paid(10_000));
}

describe("the rail's own list", () => {
  type Dossier = { moves: { kind: string; amountCents: number; amount: string; at: string }[] };

  async function broken(change: (dossier: Dossier) => unknown): Promise<ReconReport["breaks"]> {
    const { railRef } = await completed();
    await door.tamper("railBook", railRef, "dossier", change);
    door.pass(600);
    return (await report()).breaks;
  }

  test.each([
    [
      "another amount",
      (move: Dossier["moves"][0]) => ({ ...move, amountCents: 9_999 }),
      "amount_mismatch",
      "99.99",
    ],
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
    const twice = await broken((dossier) => ({
      ...dossier,
      moves: [...dossier.moves, ...dossier.moves.slice(1)],
    }));
    expect(twice).toMatchObject([{ kind: "duplicate", about: "payout", theirs: "87.750000 + 87.750000" }]);
    door = new BooksDoor();
    const less = await broken((dossier) => ({
      ...dossier,
      moves: dossier.moves.map((move) => (move.kind === "payout" ? { ...move, amount: "87.740000" } : move)),
    }));
    expect(less).toMatchObject([
      { kind: "amount_mismatch", about: "payout", ours: "87.750000", theirs: "87.740000" },
    ]);
  });

  test("that has a return which we never heard of is missing on our side", async () => {
    const { railRef } = await completed();
    await door.rail.does(railRef, { kind: "returned", code: "R10" });
    expect((await report()).breaks, "it may still be on its way").toEqual([]);
    door.pass(600);
    expect((await report()).breaks).toMatchObject([
      { kind: "missing_on_our_side", about: "return", ours: null, theirs: "100.00" },
    ]);
  });

  test("that knows a collection which is none of ours is missing on our side, for everybody's report alone", async () => {
    const { tenantId } = await completed();
    const strange = {
      key: "k",
      amountCents: 777,
      currency: "USD",
      source: "ach",
      partnerCustomerId: "c",
      feeCents: 0,
      ...{ stable: "USDT", chain: "base", wallet: "0xA" },
    } as const;
    await door.rail.collect({
      ...strange,
      reference: "stl_7ZZZZZZZZZZZZZZZZZZZZZZZZZ.inv_7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    });
    door.pass(600);
    expect((await report()).breaks).toMatchObject([
      { kind: "missing_on_our_side", about: "collection", settlementId: null, theirs: "7.77" },
    ]);
    expect((await report({ tenantId })).breaks).toEqual([]);
  });

  test("that collected a settlement under a second reference is a duplicate", async () => {
    const { railRef, settlementId, tenantId } = await completed();
    const [dossier] = await door.railBook.read([{ pk: railRef, sk: "dossier" }]);
    if (!dossier) throw new Error("the mock has a dossier");
    const body = { ...(dossier.body as object), railRef: "mock_again" };
    const index = { list: ["opened#2026-11", `${door.today.from}#again`] as const };
    await door.railBook.write(
      [{ put: { ...dossier, pk: "mock_again", v: 1, body, index }, expect: "absent" }],
      "again",
    );
    door.pass(600);
    const kinds = (await report({ tenantId })).breaks.map(({ kind, about, railRef: ref }) => [
      kind,
      about,
      ref,
    ]);
    expect(kinds).toEqual([
      ["duplicate", "collection", "mock_again"],
      ["duplicate", "payout", "mock_again"],
    ]);
    expect((await report()).breaks[0]?.settlementId).toBe(settlementId);
  });

  test("is not asked about another rail's settlements", async () => {
    const { settlementId } = await completed();
    await door.tamper("book", settlementId, "row", (body: { state: object }) => ({
      ...body,
      state: { ...body.state, rail: "another" },
    }));
    door.pass(600);
    expect((await report()).breaks).toEqual([]);
  });
});

describe("what the record itself holds open", () => {
  test("is a break: an amount that nobody has decided about, and money after a failure", async () => {
    const short = await door.paid(10_000, { source: "ach_push" });
    await door.railSays(short.railRef, "funds_received", { amountCents: 9_000 });
    const late = await door.paid(5_000, { source: "ach_push" });
    await door.railSays(late.railRef, "failed");
    await door.railSays(late.railRef, "funds_received");
    const { breaks, unbalanced } = await report();
    expect(unbalanced).toEqual([]);
    expect(breaks.map(({ kind, about, ours, theirs }) => [kind, about, ours, theirs])).toEqual([
      ["amount_mismatch", "record", "100.00", "90.00"],
      ["funds_after_failure", "record", null, null],
    ]);
  });
});

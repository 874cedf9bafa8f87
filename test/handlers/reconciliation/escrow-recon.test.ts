import { beforeEach, describe, expect, test } from "vitest";
import { listAllEscrows } from "../../../functions/app/escrow/operator-reads.ts";
import { reconcile, reconcileCsv } from "../../../functions/app/reconciliation/reports.ts";
import type { ReconReport } from "../../../functions/domain/reconciliation/recon-report.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";
import { mixedDay, releasedEscrow, reportsOf } from "../../support/escrow/escrow-reports.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

let api: EscrowApi;
const stretch = { from: "2026-11-21T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z" };

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

async function report(query: Parameters<typeof reconcile>[1] = {}): Promise<ReconReport> {
  const found = await reconcile(reportsOf(api), { ...stretch, ...query });
  if ("export" in found) throw new Error("made in the background");
  return found.made;
}

async function tamper(
  store: "store" | "railStore",
  pk: string,
  sk: string,
  change: (body: never) => unknown,
): Promise<void> {
  const [row] = await api[store].read([{ pk, sk }]);
  if (!row) throw new Error(`no row ${pk} ${sk}`);
  const body = change(structuredClone(row.body) as never);
  await api[store].write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], `tamper-${pk}-${sk}`);
}

describe("a day with every kind of escrow", () => {
  test("agrees on all three sides, to the cent, and says what is held", async () => {
    const ids = await mixedDay(api);
    api.pass(600);
    const { summary, escrows, unbalanced, breaks, inFlight, settlements } = await report();
    expect([settlements, unbalanced, breaks]).toEqual([[], [], []]);
    expect(escrows.map(({ escrowId }) => escrowId)).toEqual(Object.values(ids));
    expect(inFlight.map(({ escrowId, settlementId, fiatInCents }) => [escrowId, settlementId, fiatInCents])).toEqual([
      [ids.waiting, null, 10_000],
      [ids.unproven, null, 10_000],
    ]);
    expect(summary).toMatchObject({
      ...{ settlements: 0, escrows: 6, inFlight: 2, unbalanced: 0, breaks: 0, heldCents: 20_000 },
      escrowsByStatus: { released: 1, refunded: 1, release_pending: 1, awaiting_funds: 2, funded: 1 },
      escrowTotals: {
        ...{ amountCents: 60_000, heldCents: 20_000, unappliedCents: 4_000 },
        ...{ ledgerCollectedCents: 44_000, ledgerPaidOutCents: 20_000, ledgerReturnedCents: 0 },
        ...{ ledgerHeldCents: 20_000, ledgerUnappliedCents: 4_000 },
        ...{ railCollectedCents: 44_000, railReturnedCents: 0 },
      },
    });
    expect(escrows[0]).toMatchObject({
      ...{ status: "released", payoutLeg: "release", paidOut: "100.000000", railPaidOut: "100.000000" },
      ...{ heldCents: 0, ledgerHeldCents: 0, rail: "mock", inFlight: false },
    });
  });

  test("says the same as a table, and by type", async () => {
    await mixedDay(api);
    const { escrows, summary } = await report();
    const found = await reconcileCsv(reportsOf(api), stretch);
    if ("export" in found) throw new Error("made in the background");
    const rows = csvRows(found.made.text);
    const response = rows.filter(({ record }) => record === "escrow");
    for (const [at, row] of escrows.entries())
      for (const [name, value] of Object.entries(row))
        expect(response[at]?.[name], name).toBe(Array.isArray(value) ? value.join(" ") : String(value ?? ""));
    const [total] = rows.filter(({ record }) => record === "escrow_total");
    for (const [name, cents] of Object.entries(summary.escrowTotals)) expect(Number(total?.[name])).toBe(cents);
    expect(total?.count).toBe("6");
    expect((await report({ type: "settlements" })).escrows).toEqual([]);
    expect((await report({ type: "escrow" })).escrows).toEqual(escrows);
  });

  test("is listed for operators over all tenants, newest first, in pages", async () => {
    const ids = Object.values(await mixedDay(api)).toReversed();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAllEscrows(api.context, { limit: 2, cursor });
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids);
  });
});

describe("an escrow's ledger that somebody wrote to", () => {
  type Entry = { postings: { account: string; amountCents: number }[] };

  test("shows as unbalanced, whichever side was changed", async () => {
    const one = await api.funded();
    api.pass(1);
    const two = await api.funded();
    api.pass(1);
    const three = await api.funded();
    const funding = "entry#00000003";
    await tamper("store", one, funding, (entry: Entry) => {
      for (const each of entry.postings) if (each.account === "escrow_held") each.amountCents += 1;
      return entry;
    });
    await tamper("store", two, "row", (body: { state: object }) => ({
      ...body,
      state: { ...body.state, heldCents: 9_999 },
    }));
    await tamper("store", three, "row", (body: object) => ({ ...body, state: { id: "x" } }));
    const { unbalanced, summary } = await report({ type: "escrow" });
    expect(unbalanced.map((each) => [each.escrowId, each.unbalanced])).toEqual([
      [one, ["entry_3_unbalanced", "escrow_held"]],
      [two, ["escrow_held"]],
      [three, ["record_unreadable"]],
    ]);
    expect(summary.unbalanced).toBe(3);
    expect(api.log.lines.join()).toContain("recon breaks");
  });
});

describe("the rail's own list", () => {
  type Dossier = { moves: { kind: string; amountCents: number; amount: string }[] };

  test("that has a payout twice, or a deposit of another amount, is a break of the escrow", async () => {
    const id = await releasedEscrow(api);
    await tamper("railStore", `mock_${id}`, "dossier", (dossier: Dossier) => ({
      ...dossier,
      moves: [
        ...dossier.moves.map((move) => ({ ...move, amountCents: move.amountCents && 9_999 })),
        ...dossier.moves.slice(1),
      ],
    }));
    api.pass(600);
    const { breaks, escrows } = await report();
    expect(escrows.map((row) => row.breaks)).toEqual([["amount_mismatch", "duplicate"]]);
    expect(breaks).toMatchObject([
      { kind: "amount_mismatch", about: "collection", escrowId: id, ours: "100.00", theirs: "99.99" },
      { kind: "duplicate", about: "payout", escrowId: id, theirs: "100.000000 + 100.000000" },
    ]);
  });

  test("that has a deposit of an escrow which we do not know is missing on our side, among escrows alone", async () => {
    const reference = "esc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    await api.holding.findDeposit({
      ...{ reference, fundingRef: null, depositTxHash: "0xD", amountCents: 777, partnerCustomerId: "c" },
      ...{ chain: "base", stable: "USDT" },
    });
    api.pass(600);
    expect((await report({ type: "escrow" })).breaks).toMatchObject([
      { kind: "missing_on_our_side", about: "collection", escrowId: null, theirs: "7.77" },
    ]);
    expect((await report()).breaks).toHaveLength(1);
    expect((await report({ type: "settlements" })).breaks).toEqual([]);
  });

  test("that shows a return after the release agrees, and the record holds it open", async () => {
    const id = await releasedEscrow(api);
    await api.callback(id, { state: "returned", return_code: "R10" });
    api.pass(600);
    const { breaks, unbalanced, escrows } = await report();
    expect(unbalanced).toEqual([]);
    expect(breaks).toMatchObject([{ kind: "return_after_release", about: "record", escrowId: id }]);
    expect(escrows[0]).toMatchObject({
      ...{ ledgerPaidOutCents: 10_000, ledgerReturnedCents: 10_000, railReturnedCents: 10_000 },
    });
  });
});

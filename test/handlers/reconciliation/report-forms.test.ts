import { describe, expect, test } from "vitest";
import { breakId, breakRecordType, breakSubject } from "../../../functions/app/reconciliation/break-item-record.ts";
import { closeColumns, closeCsv } from "../../../functions/app/reconciliation/close-report.ts";
import { movesUnder } from "../../../functions/app/reconciliation/read.ts";
import { reconColumns, reportPieces } from "../../../functions/app/reconciliation/report.ts";
import type { BreakItem } from "../../../functions/domain/reconciliation/break-item.ts";
import {
  type AnyCloseRow,
  figuresOf,
  noMovements,
  nothingStands,
} from "../../../functions/domain/reconciliation/close.ts";
import { escrowRowOf } from "../../../functions/domain/reconciliation/escrow-recon-row.ts";
import { emptySummary, type ReconLine, type ReconSummary } from "../../../functions/domain/reconciliation/line.ts";
import { reconRowOf } from "../../../functions/domain/reconciliation/row.ts";
import type { RecordLedger } from "../../../functions/domain/settlement/ledger.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";
import { escrowIn } from "../../support/escrow/escrow-samples.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";

const input = { from: noon, to: noon, tenantId: null, type: "all" as const, nightly: [] };
const none = { amountCents: 0, bookedAt: null };
const ledger: RecordLedger = { balances: {}, lopsided: [], collected: none, paidOut: none, returned: none };
const about = { about: "record", settlementId: "stl_1", escrowId: null, tenantId: "ten_1", railRef: "tr_1" } as const;
const aBreak = { ...about, kind: "late", ours: "1.00", theirs: null, at: noon };
const settlement = reconRowOf(settlementIn("settling").settlement, ledger, [], {
  unbalanced: [],
  breaks: ["late", "x"],
});
const escrow = escrowRowOf(escrowIn("refunded"), ledger, [], { unbalanced: ["escrow_held", "y"], breaks: [] });
const lines: ReconLine[] = [
  { kind: "settlement", row: settlement, breaks: [aBreak] },
  { kind: "settlement", row: { ...settlement, inFlight: false }, breaks: [] },
  { kind: "escrow", row: escrow, breaks: [] },
  { kind: "escrow", row: { ...escrow, inFlight: true, unbalanced: [] }, breaks: [] },
  { kind: "stray", breaks: [{ ...aBreak, feeSweepId: "fsw_1" }] },
];

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

const plain = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => `${row.map((cell) => cell ?? "").join("|")}\n`).join("");

/** A report in pieces, and what it came to. */
async function written(of: readonly ReconLine[], isTable = false) {
  const counted: ReconSummary[] = [];
  const pieces: string[] = [];
  for await (const piece of reportPieces(input, each(of), isTable ? plain : null, (sum) => counted.push(sum)))
    pieces.push(piece);
  return { pieces, text: pieces.join(""), counted };
}

/** The rows of a table, each by its columns, without the empty cells. */
function table(text: string, columns: readonly string[]) {
  const [head, ...rows] = text.trimEnd().split("\n");
  expect(head).toBe(columns.join("|"));
  return rows.map((row) =>
    Object.fromEntries(row.split("|").flatMap((cell, at) => (cell === "" ? [] : [[columns[at] ?? "?", cell]]))),
  );
}

describe("a reconciliation as JSON", () => {
  test("has its rows by noun, and beside them what needs a person", async () => {
    const { text, counted } = await written(lines);
    const { tenantId } = settlement;
    const named = { settlementId: null, escrowId: escrow.escrowId, tenantId, status: "refunded" };
    const { summary, ...rest } = JSON.parse(text);
    expect(rest).toEqual({
      settlements: [settlement, { ...settlement, inFlight: false }],
      escrows: [escrow, { ...escrow, inFlight: true, unbalanced: [] }],
      inFlight: [
        {
          settlementId: settlement.settlementId,
          escrowId: null,
          tenantId,
          status: "settling",
          createdAt: noon,
          fiatInCents: 10_000,
        },
        { ...named, createdAt: noon, fiatInCents: 10_000 },
      ],
      unbalanced: [{ ...named, unbalanced: ["escrow_held", "y"] }],
      breaks: [aBreak, { ...aBreak, feeSweepId: "fsw_1" }],
    });
    expect(counted).toEqual([summary]);
    expect(summary).toMatchObject({
      settlements: 2,
      escrows: 2,
      breaks: 2,
      inFlight: 2,
      unbalanced: 1,
      complete: true,
    });
  });

  test("of nothing, or of escrows alone, is as good", async () => {
    const empty = { settlements: [], escrows: [], inFlight: [], unbalanced: [], breaks: [] };
    expect(JSON.parse((await written([])).text)).toEqual({ ...empty, summary: emptySummary(input) });
    const { settlements, escrows } = JSON.parse((await written(lines.slice(2, 3))).text);
    expect([settlements, escrows]).toEqual([[], [escrow]]);
  });

  test("names the first ten thousand of what needs a person, and says so", async () => {
    const stray = (count: number): ReconLine[] =>
      Array.from({ length: count }, () => ({ kind: "stray", breaks: [aBreak] }));
    const whole = JSON.parse((await written(stray(10_000))).text);
    expect([whole.breaks.length, whole.summary.complete]).toEqual([10_000, true]);
    const cut = JSON.parse((await written(stray(10_001))).text);
    expect([cut.breaks.length, cut.summary.breaks, cut.summary.complete]).toEqual([10_000, 10_001, false]);
  });

  test("is written a hundred lines at a time", async () => {
    const many = Array.from({ length: 201 }, () => lines[1] as ReconLine);
    const { pieces, text } = await written(many);
    expect(pieces).toHaveLength(5);
    expect(JSON.parse(text).settlements).toHaveLength(201);
  });
});

describe("a reconciliation as a table", () => {
  test("has a row for each record and each break, then what they come to", async () => {
    const rows = table((await written(lines, true)).text, reconColumns);
    expect(rows.map(({ record }) => record)).toEqual([
      ...["settlement", "break", "settlement", "escrow", "escrow", "break", "total", "escrow_total"],
    ]);
    expect(rows[0]).toMatchObject({ settlementId: settlement.settlementId, breaks: "late x", inFlight: "true" });
    expect(rows[3]).toMatchObject({ escrowId: escrow.escrowId, unbalanced: "escrow_held y", reference: "deal-1" });
    const found = { record: "break", break: "late", about: "record", settlementId: "stl_1", tenantId: "ten_1" };
    expect(rows[1]).toEqual({ ...found, railRef: "tr_1", ours: "1.00", at: noon });
    expect(rows[5]).toEqual({ ...found, railRef: "tr_1", ours: "1.00", at: noon, feeSweepId: "fsw_1" });
    expect(rows[6]).toMatchObject({
      currency: "USD",
      fiatInCents: "20000",
      count: "2",
      inFlight: "2",
      unbalanced: "1",
      breaks: "2",
    });
    expect(rows[7]).toMatchObject({ currency: "USD", amountCents: "20000", count: "2" });
  });
});

describe("a close as a table", () => {
  test("has accounts, statuses and wallets, then its rows", async () => {
    const wallets = { "b/c/d/USDC": { rail_wallet: 1_000_000n } };
    const noRows = { count: 0, sha256: "", adjusted: 0 };
    const head = figuresOf({
      ...{ date: "2026-11-21", tenantId: null, late: nothingStands, day: noMovements() },
      opening: { ...nothingStands, balances: { rail_clearing: 5 }, wallets },
      rows: { ...noRows, unbalanced: 0, escrows: noRows },
    });
    const row: AnyCloseRow = {
      ...{ record: "created", tenantId: "ten_1", settlementId: "stl_1", createdAt: noon, status: "completed" },
      ...{
        collectedCents: 7,
        paidOutCents: 6,
        returnedCents: 0,
        movements: { fee_income: -1 },
        unbalanced: ["a", "b"],
      },
    };
    const pieces: string[] = [];
    for await (const piece of closeCsv(plain, head, each([[row], []]))) pieces.push(piece);
    expect(pieces).toHaveLength(2);
    const rows = table(pieces.join(""), closeColumns);
    const owned = { date: "2026-11-21", tenantId: "all" };
    const kinds = [...new Set(rows.map(({ record }) => record))];
    expect(kinds).toEqual(["account", "status", "escrow_status", "wallet", "created"]);
    expect(rows[0]).toMatchObject({ ...owned, account: "rail_clearing", openingCents: "5", closingCents: "5" });
    for (const record of ["status", "escrow_status"])
      expect(rows.find((line) => line.record === record)).toMatchObject({
        ...owned,
        openingCount: "0",
        closingCount: "0",
      });
    expect(rows.find(({ record }) => record === "wallet")).toMatchObject({
      ...{ ...owned, wallet: "b/c/d/USDC", account: "rail_wallet", openingUnits: "1.000000", closingUnits: "1.000000" },
    });
    expect(rows.at(-1)).toEqual({
      ...{ record: "created", date: "2026-11-21", tenantId: "ten_1", settlementId: "stl_1", createdAt: noon },
      ...{ status: "completed", collectedCents: "7", paidOutCents: "6", returnedCents: "0", fee_income: "-1" },
      unbalanced: "a b",
    });
  });
});

describe("a break as a record", () => {
  const item: BreakItem = {
    ...{ id: "brk_1", rail: "bridge", ...aBreak, reference: null, transferRef: null, status: "open" },
    ...{ since: noon, updatedAt: noon },
  };

  test("has one id for a difference, whatever its amounts", () => {
    const id = breakId(item, false);
    expect(id).toMatch(/^brk_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(breakId({ ...item, theirs: "9", railRef: "other" }, false)).toBe(id);
    const others = [{ about: "payout" as const }, { rail: "mock" }, { settlementId: "stl_2" }, { settlementId: null }];
    expect(new Set([id, ...others.map((change) => breakId({ ...item, ...change }, false))]).size).toBe(5);
    expect(breakId({ ...item, settlementId: null, escrowId: "stl_1" }, false)).toBe(id);
  });

  test("without a record of ours is told from others under its reference", () => {
    const of = (change: object) => breakId({ ...item, ...change }, true);
    expect(of({ settlementId: "stl_9" })).toBe(of({}));
    expect(new Set([of({}), of({ theirs: "9" }), of({ transferRef: "t1" }), of({ railRef: "tr_2" })]).size).toBe(4);
    expect(of({ transferRef: "t1", theirs: "9" })).toBe(of({ transferRef: "t1" }));
  });

  test("is listed by rail and status, and in the queue only while it is open", () => {
    const index = (status: BreakItem["status"]) => breakRecordType.index?.({ ...item, status });
    expect(index("open")).toEqual({
      ...{
        status: ["break#bridge#open", `${noon}#brk_1`],
        review: [expect.stringContaining("recon_break"), `${noon}#brk_1`],
      },
    });
    expect(index("matched")).toEqual({ status: ["break#bridge#matched", `${noon}#brk_1`] });
    expect([breakRecordType.tenantId(item), breakRecordType.tenantId({ ...item, tenantId: null })]).toEqual([
      ...["ten_1", "platform"],
    ]);
  });

  test("is a subject of the queue that takes two operators to resolve", async () => {
    const api = new BooksApi();
    const row = { pk: "brk_1", sk: "row", v: 1, type: "break", body: { state: item, head: { seq: 1, hash: "h" } } };
    const subject = breakSubject(row);
    expect(subject).toMatchObject({ id: "brk_1", status: "open", tenantId: "ten_1" });
    expect(breakSubject({ ...row, body: { ...row.body, state: { ...item, tenantId: null } } })?.tenantId).toBe(
      "platform",
    );
    expect([subject?.needsSecond("resolve"), subject?.needsSecond("return")]).toEqual([true, false]);
    expect(subject?.amountAtStake("resolve")).toBeNull();
    expect([
      subject?.cameUpSince("resolve", "2026-11-21T11:59:59.999Z"),
      subject?.cameUpSince("resolve", noon),
    ]).toEqual([true, false]);
    const request = {
      action: "resolve",
      input: { action: "resolve", reference: "WIRE-7", note: null },
      by: "apr_1",
      screen: null,
    } as const;
    const decided = await subject?.decide(api.context, request as never);
    expect(decided).toMatchObject({ after: { status: "resolved" } });
    expect(JSON.stringify(decided)).toContain("resolved under WIRE-7 (apr_1)");
    expect(await subject?.decide(api.context, { ...request, action: "return" } as never)).toMatchObject({
      code: "action_not_available",
    });
  });
});

test("a rail is asked about a hundred references at once", async () => {
  const api = new BooksApi();
  const asked: number[] = [];
  const transfersOf = async (refs: readonly string[]) => {
    asked.push(refs.length);
    return [];
  };
  const context = { ...api.reports(), rail: { ...api.rail, transfersOf } as unknown as typeof api.rail };
  await movesUnder(
    context,
    Array.from({ length: 201 }, (_, at) => `tr_${at}`),
  );
  await movesUnder(context, []);
  expect(asked).toEqual([100, 100, 1]);
});

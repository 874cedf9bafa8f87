import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import { canonicalJson } from "../../../functions/domain/core/canonical-json.ts";
import {
  closingOf,
  figuresOf,
  lateSince,
  moveBy,
  noMovements,
  nothingStands,
} from "../../../functions/domain/reconciliation/close.ts";
import { type LedgerEntry, ledgerOf } from "../../../functions/domain/settlement/ledger.ts";
import { noon } from "../../support/core/samples.ts";
import { csvRows } from "../../support/routes/csv-rows.ts";

const runs = { numRuns: 10_000 };

const account = fc.constantFrom("rail_clearing", "tenant_payable", "fee_income", "tenant_reserve");

/** Entries of any settlements, each balanced, with a walk of statuses. */
const day = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    debit: account,
    credit: account,
    cents: fc.integer({ min: 0, max: 999_999_999_999 }),
    isOwn: fc.boolean(),
  }),
  { maxLength: 30 },
);

type Day = typeof day extends fc.Arbitrary<infer D> ? D : never;

const noRows = { count: 0, sha256: "", adjusted: 0 };
const rows = { ...noRows, unbalanced: 0, escrows: noRows };

function entriesOf(moves: Day): { entry: LedgerEntry; isOwn: boolean }[] {
  const seen = new Map<number, number>();
  return moves.map(({ id, debit, credit, cents, isOwn }) => {
    const seq = (seen.get(id) ?? 0) + 1;
    seen.set(id, seq);
    const statuses = ["created", "collecting", "screening", "failed"];
    const entry: LedgerEntry = {
      aggregateId: `stl_${id}`,
      aggregateType: "settlement",
      tenantId: "ten_1",
      seq,
      from: statuses[seq - 2] ?? (seq === 1 ? null : "failed"),
      to: statuses[seq - 1] ?? "failed",
      at: noon,
      postings: [
        { account: debit, amountCents: cents },
        { account: credit, amountCents: -cents },
      ],
    };
    return { entry, isOwn };
  });
}

function closed(moves: Day, opening = nothingStands, late = nothingStands) {
  const sum = noMovements();
  for (const { entry, isOwn } of entriesOf(moves)) moveBy(sum, entry, isOwn);
  return { sum, figures: figuresOf({ date: "2026-11-21", tenantId: null, opening, late, day: sum, rows }) };
}

describe("any mix of settlements", () => {
  test("closes to the cent, and opens where the day before closed", () => {
    fc.assert(
      fc.property(day, day, (one, two) => {
        const { figures } = closed(one);
        const next = closed(two, closingOf(figures)).figures;
        for (const { accounts } of [figures, next]) {
          expect(accounts.reduce((sum, { closingCents }) => sum + closingCents, 0)).toBe(0);
          for (const line of accounts) {
            expect(line.closingCents).toBe(line.openingCents + line.debitCents - line.creditCents);
            expect(line.adjustmentDebitCents).toBeLessThanOrEqual(line.debitCents);
          }
        }
        const whole = closed([...one.map((each) => ({ ...each, id: each.id + 5 })), ...two]).figures;
        expect(closingOf(next).balances).toEqual(closingOf(whole).balances);
        expect(next.statuses.map((line) => line.closingCount)).toEqual(whole.statuses.map((line) => line.closingCount));
        const ids = new Set(one.map(({ id }) => id));
        expect(figures.created).toBe(ids.size);
      }),
      runs,
    );
  });

  test("has nothing late as long as its entries are the ones it was made of, else exactly what came", () => {
    fc.assert(
      fc.property(day, day, (one, more) => {
        const { figures, sum } = closed(one);
        const none = lateSince(figures, sum);
        expect(Object.values(none.balances).every((cents) => cents === 0)).toBe(true);
        expect(Object.values(none.statuses).every((count) => count === 0)).toBe(true);
        const extra = noMovements();
        for (const { entry, isOwn } of entriesOf(more)) {
          moveBy(sum, entry, isOwn);
          moveBy(extra, entry, isOwn);
        }
        const late = lateSince(figures, sum);
        const next = figuresOf({ ...next0, opening: closingOf(figures), late });
        for (const line of next.accounts)
          expect(line.lateCents).toBe(
            (extra.accounts[line.account]?.debitCents ?? 0) - (extra.accounts[line.account]?.creditCents ?? 0),
          );
      }),
      { numRuns: 2_000 },
    );
  });
});

const next0 = { date: "2026-11-22", tenantId: null, day: noMovements(), rows };

describe("the ledger of a settlement", () => {
  test("names every entry whose sides differ", () => {
    const [good, bad] = entriesOf([
      { id: 1, debit: "rail_clearing", credit: "tenant_payable", cents: 5, isOwn: true },
      { id: 1, debit: "rail_clearing", credit: "tenant_payable", cents: 5, isOwn: true },
    ]).map(({ entry }) => entry);
    if (!good || !bad) throw new Error("two entries");
    const lopsided = { ...bad, postings: bad.postings.slice(1) };
    expect(ledgerOf([good, bad]).lopsided).toEqual([]);
    expect(ledgerOf([good, lopsided]).lopsided).toEqual([2]);
  });
});

describe("canonical JSON", () => {
  test("does not depend on the order in which keys were set, and reads back as it was", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.constant(null))), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson({ value }))).toEqual({ value: { ...value } });
      }),
    );
    expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  });
});

describe("a cell of a CSV", () => {
  const columns = ["text", "number"];

  test("of any text is never a formula and reads back as it was, but for the quote that defuses it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer(), (text, number) => {
        const [row] = csvRows(csvText([columns, [`x${text}`, number]]));
        expect([row?.text, row?.number]).toEqual([`x${text}`, String(number)]);
      }),
      { numRuns: 2_000 },
    );
    const dangerous = fc.tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "＝"), fc.string());
    fc.assert(
      fc.property(dangerous, ([start, rest]) => {
        const [row] = csvRows(csvText([columns, [`${start}${rest}`, -5]]));
        expect(row?.text).toBe(`'${start}${rest}`);
        expect(row?.number, "numbers stay numbers").toBe("-5");
      }),
      { numRuns: 2_000 },
    );
  });

  test("is quoted by RFC 4180, with CRLF at the end of a row", () => {
    expect(csvText([['a "b"', "c,d", "e\nf", null, true, 1.5]])).toBe('"a ""b""","c,d","e\nf",,true,1.5\r\n');
    expect(csvText([])).toBe("");
  });
});

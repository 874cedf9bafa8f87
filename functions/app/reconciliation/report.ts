import type { ReconBreak } from "../../domain/reconciliation/break.ts";
import { type EscrowRow, escrowRow } from "../../domain/reconciliation/escrow-recon-row.ts";
import { countIn, emptySummary, type ReconLine, type ReconSummary } from "../../domain/reconciliation/line.ts";
import type { ReconReport } from "../../domain/reconciliation/recon-report.ts";
import { type ReconRow, reconRow } from "../../domain/reconciliation/row.ts";
import type { Cell, CsvText } from "./ports.ts";

/** How many entries each list of exceptions names; the rows carry the same facts without a limit. */
const listLimit = 10_000;

const pieceLines = 100;

/** Counts lines while they pass, and keeps the exceptions as far as the lists go. */
class Counters {
  readonly summary: ReconSummary;
  readonly inFlight: ReconReport["inFlight"] = [];
  readonly unbalanced: ReconReport["unbalanced"] = [];
  readonly breaks: ReconBreak[] = [];

  constructor(input: Parameters<typeof emptySummary>[0]) {
    this.summary = emptySummary(input);
  }

  add(line: ReconLine): void {
    countIn(this.summary, line);
    for (const each of line.breaks) this.#keep(this.breaks, each);
    if (line.kind === "stray") return;
    const { tenantId, status, createdAt, unbalanced, inFlight } = line.row;
    const of =
      line.kind === "settlement"
        ? { settlementId: line.row.settlementId, escrowId: null, tenantId, status }
        : { settlementId: null, escrowId: line.row.escrowId, tenantId, status };
    const fiatInCents = line.kind === "settlement" ? line.row.fiatInCents : line.row.amountCents;
    if (inFlight && createdAt !== null) this.#keep(this.inFlight, { ...of, createdAt, fiatInCents });
    if (unbalanced.length > 0) this.#keep(this.unbalanced, { ...of, unbalanced });
  }

  #keep<T>(list: T[], each: T): void {
    if (list.length < listLimit) list.push(each);
    else this.summary.complete = false;
  }
}

/** How a report is written: what comes before the lines, some of them at a time, and what follows from all of them. */
interface Form {
  head(): string;
  lines(lines: readonly ReconLine[]): string;
  foot(counters: Counters): string;
}

/** Settlements come first, so each list is written in one go. */
class JsonForm implements Form {
  #list: "settlements" | "escrows" = "settlements";
  #isFirst = true;

  head(): string {
    return '{"settlements":[';
  }

  lines(lines: readonly ReconLine[]): string {
    return lines.map((line) => (line.kind === "stray" ? "" : this.#row(line))).join("");
  }

  #row(line: Exclude<ReconLine, { kind: "stray" }>): string {
    const turns = line.kind === "escrow" ? this.#escrowsBegin() : "";
    const between = this.#isFirst ? "" : ",";
    this.#isFirst = false;
    return `${turns}${between}${JSON.stringify(line.row)}`;
  }

  #escrowsBegin(): string {
    if (this.#list === "escrows") return "";
    this.#list = "escrows";
    this.#isFirst = true;
    return '],"escrows":[';
  }

  foot({ summary, inFlight, unbalanced, breaks }: Counters): string {
    const rest = JSON.stringify({ inFlight, unbalanced, breaks, summary }).slice(1);
    return `${this.#escrowsBegin()}],${rest}`;
  }
}

const rowColumns = Object.keys(reconRow.shape) as (keyof ReconRow)[];

/** The columns that only escrows have, but for those that came later; the others they share with settlements. */
const escrowColumns = (Object.keys(escrowRow.shape) as (keyof EscrowRow)[]).filter(
  (name): name is Exclude<keyof EscrowRow, keyof ReconRow | "returnedCents"> =>
    !(name in reconRow.shape) && name !== "returnedCents",
);

/** The columns of the CSV; new ones are added at the end. */
export const reconColumns = [
  "record",
  ...rowColumns,
  "break",
  "about",
  "ours",
  "theirs",
  "at",
  "count",
  ...escrowColumns,
  "feeSweepId",
  "returnedCents",
] as const;

type Column = (typeof reconColumns)[number];

function cells(named: Partial<Record<Column, Cell | readonly string[]>>): Cell[] {
  return reconColumns.map((column) => {
    const value = named[column] ?? null;
    return typeof value === "object" && value !== null ? value.join(" ") : value;
  });
}

function breakCells({ kind, feeSweepId, ...named }: ReconBreak): Cell[] {
  return cells({ record: "break", break: kind, ...named, feeSweepId: feeSweepId ?? null });
}

function lineCells(line: ReconLine): Cell[][] {
  const own = line.kind === "stray" ? [] : [cells({ record: line.kind, ...line.row })];
  return [...own, ...line.breaks.map(breakCells)];
}

function totalCells({ summary }: Counters): Cell[][] {
  const { currency, totals, escrowTotals, settlements, escrows, inFlight, unbalanced, breaks } = summary;
  return [
    cells({ ...totals, record: "total", currency, inFlight, unbalanced, breaks, count: settlements }),
    cells({ ...escrowTotals, record: "escrow_total", currency, count: escrows }),
  ];
}

function csvForm(write: CsvText): Form {
  return {
    head: () => write([reconColumns]),
    lines: (lines) => write(lines.flatMap(lineCells)),
    foot: (counters) => write(totalCells(counters)),
  };
}

/** A report in pieces of text, written while its lines are read; `counted` hears what it came to. */
export async function* reportPieces(
  input: Parameters<typeof emptySummary>[0],
  source: AsyncIterable<ReconLine>,
  write: CsvText | null,
  counted: (summary: ReconSummary) => void,
): AsyncGenerator<string> {
  const form = write ? csvForm(write) : new JsonForm();
  const counters = new Counters(input);
  let held: ReconLine[] = [];
  yield form.head();
  for await (const line of source) {
    counters.add(line);
    held.push(line);
    if (held.length < pieceLines) continue;
    yield form.lines(held);
    held = [];
  }
  yield form.lines(held);
  yield form.foot(counters);
  counted(counters.summary);
}

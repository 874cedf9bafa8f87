import * as z from "zod";
import { type ReconBreak, reconBreak } from "../domain/recon-break.ts";
import {
  countIn,
  emptySummary,
  type ReconLine,
  type ReconRow,
  type ReconSummary,
  reconRow,
  reconSummary,
} from "../domain/recon-row.ts";
import type { Cell, CsvText } from "./ports.ts";

const inFlightItem = reconRow.pick({
  settlementId: true,
  tenantId: true,
  status: true,
  createdAt: true,
  fiatInCents: true,
});

const unbalancedItem = reconRow.pick({ settlementId: true, tenantId: true, status: true, unbalanced: true });

/** A reconciliation as JSON: everything by settlement, and what needs a person by itself. */
export const reconReport = z.object({
  summary: reconSummary,
  settlements: z.array(reconRow),
  escrows: z.array(z.never()).describe("empty while no rail holds value"),
  inFlight: z.array(inFlightItem),
  unbalanced: z.array(unbalancedItem),
  breaks: z.array(reconBreak),
});

export type ReconReport = z.infer<typeof reconReport>;

/** How many entries each list of exceptions names; the rows carry the same facts without a limit. */
const listLimit = 10_000;

/** Lines that are written in one piece. */
const pieceLines = 100;

/** Counts lines while they pass, and keeps the exceptions as far as the lists go. */
class Tally {
  readonly summary: ReconSummary;
  readonly inFlight: z.infer<typeof inFlightItem>[] = [];
  readonly unbalanced: z.infer<typeof unbalancedItem>[] = [];
  readonly breaks: ReconBreak[] = [];

  constructor(asked: Parameters<typeof emptySummary>[0]) {
    this.summary = emptySummary(asked);
  }

  add(line: ReconLine): void {
    countIn(this.summary, line);
    for (const each of line.breaks) this.#keep(this.breaks, each);
    if (line.kind === "stray") return;
    const { settlementId, tenantId, status, createdAt, fiatInCents, unbalanced } = line.row;
    const named = { settlementId, tenantId, status };
    if (line.row.inFlight) this.#keep(this.inFlight, { ...named, createdAt, fiatInCents });
    if (unbalanced.length > 0) this.#keep(this.unbalanced, { ...named, unbalanced });
  }

  #keep<T>(list: T[], each: T): void {
    if (list.length < listLimit) list.push(each);
    else this.summary.complete = false;
  }
}

/** How a report is written: what comes before the lines, each line, and what follows from all of them. */
interface Form {
  head(): string;
  lines(lines: readonly ReconLine[], isFirst: boolean): string;
  foot(tally: Tally): string;
}

const json: Form = {
  head: () => '{"settlements":[',
  lines: (lines, isFirst) => {
    const rows = lines.flatMap((line) => (line.kind === "settlement" ? [JSON.stringify(line.row)] : []));
    return rows.length === 0 ? "" : `${isFirst ? "" : ","}${rows.join(",")}`;
  },
  foot: ({ summary, inFlight, unbalanced, breaks }) =>
    `],"escrows":[],${JSON.stringify({ inFlight, unbalanced, breaks, summary }).slice(1)}`,
};

const rowColumns = Object.keys(reconRow.shape) as (keyof ReconRow)[];

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
] as const;

type Column = (typeof reconColumns)[number];

function cells(named: Partial<Record<Column, Cell | readonly string[]>>): Cell[] {
  return reconColumns.map((column) => {
    const value = named[column] ?? null;
    return typeof value === "object" && value !== null ? value.join(" ") : value;
  });
}

function breakCells({ kind, about, settlementId, tenantId, railRef, ours, theirs, at }: ReconBreak): Cell[] {
  return cells({ record: "break", settlementId, tenantId, railRef, break: kind, about, ours, theirs, at });
}

function csv(write: CsvText): Form {
  return {
    head: () => write([reconColumns]),
    lines: (lines) =>
      write(
        lines.flatMap((line) => [
          ...(line.kind === "settlement" ? [cells({ record: "settlement", ...line.row })] : []),
          ...line.breaks.map(breakCells),
        ]),
      ),
    foot: ({ summary: { totals, settlements, inFlight, unbalanced, breaks, currency } }) =>
      write([
        cells({
          ...totals,
          record: "total",
          currency,
          inFlight,
          unbalanced,
          breaks,
          count: settlements,
        }),
      ]),
  };
}

/** A report in pieces of text, written while its lines are read; `counted` hears what it came to. */
export async function* reportPieces(
  asked: Parameters<typeof emptySummary>[0],
  source: AsyncIterable<ReconLine>,
  write: CsvText | null,
  counted: (summary: ReconSummary) => void,
): AsyncGenerator<string> {
  const form = write ? csv(write) : json;
  const tally = new Tally(asked);
  let held: ReconLine[] = [];
  let isFirst = true;
  yield form.head();
  for await (const line of source) {
    tally.add(line);
    held.push(line);
    if (held.length < pieceLines) continue;
    yield form.lines(held, isFirst);
    isFirst &&= held.every(({ kind }) => kind === "stray");
    held = [];
  }
  yield form.lines(held, isFirst);
  yield form.foot(tally);
  counted(tally.summary);
}

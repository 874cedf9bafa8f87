import { addDays, addSeconds, dayOf, type Instant } from "../../domain/core/time.ts";
import type { CloseReport } from "../../domain/reconciliation/close-report.ts";
import type { ExportOrder } from "../../domain/reconciliation/export.ts";
import type { ExportView } from "../../domain/reconciliation/export-view.ts";
import type { ReconLine, ReconSummary } from "../../domain/reconciliation/line.ts";
import type { ReconReport } from "../../domain/reconciliation/recon-report.ts";
import type { TrialBalance } from "../../domain/reconciliation/trial-balance.ts";
import { TooLarge } from "../core/time-budget.ts";
import { namedTenant, wrongQuery } from "../tenants/tenants.ts";
import { type CloseContext, closeDay, tellBreaks } from "./close.ts";
import { closeJournal } from "./close-journal.ts";
import { closeScope, dayBefore, type StoredClose } from "./close-record.ts";
import { closeCsv } from "./close-report.ts";
import { askExport, type ExportContext, linkSeconds } from "./exports.ts";
import { lastNightlyRuns } from "./nightly-record.ts";
import type { CsvText, FileStore } from "./ports.ts";
import type { ReconContext, ReconScope } from "./read.ts";
import { reconLines } from "./recon.ts";
import { reportPieces } from "./report.ts";
import { trialBalanceAt } from "./trial-balance.ts";

export interface ReportContext extends Omit<CloseContext, "files">, ExportContext, ReconContext {
  readonly files: FileStore;
}

/** An answer, or the export that will have it. */
export type ReportResult<T> = { readonly made: T } | { readonly export: ExportView };

export interface TextFile {
  readonly text: string;
  readonly filename: string;
}

/** What a reply may hold: no more than 4 MB, and no more settlements than are read in a few seconds. */
const replyBytes = 4_000_000;
const replyLines = 1_000;

const longestDays = 92;

/** What a reconciliation is asked for with; the last 24 hours of everything where nothing is said. */
export interface ReconQuery {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly tenantId?: string | undefined;
  readonly type?: ReconScope["type"] | undefined;
}

async function scopeOf(context: ReportContext, query: ReconQuery): Promise<ReconScope> {
  const to = query.to ?? context.clock.now();
  const from = query.from ?? addDays(to, -1);
  if (from > to) throw wrongQuery("from", "later than to");
  if (addDays(from, longestDays) < to) throw wrongQuery("from", `more than ${longestDays} days before to`);
  return { from, to, owner: await namedTenant(context, query.tenantId), type: query.type ?? "all" };
}

async function orExport<T>(
  context: ReportContext,
  order: ExportOrder,
  work: () => Promise<T>,
): Promise<ReportResult<T>> {
  try {
    return { made: await work() };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { export: await askExport(context, order) };
  }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  const held: string[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    bytes += Buffer.byteLength(piece);
    if (bytes > replyBytes) throw new TooLarge("more than a reply may hold");
  }
  return held.join("");
}

async function* few<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const each of source) {
    count += 1;
    if (count > replyLines) throw new TooLarge(`more than ${replyLines} lines`);
    yield each;
  }
}

/** A reconciliation in pieces of text, as CSV where a writer is given; what it finds is told to whoever watches. */
export async function* reconPieces(
  context: ReconContext & Pick<CloseContext, "log" | "meter">,
  scope: ReconScope,
  lines: AsyncIterable<ReconLine>,
  csv: CsvText | null,
): AsyncGenerator<string> {
  const { from, to, owner, type } = scope;
  const nightly = await lastNightlyRuns(context);
  const counted = ({ tenantId, unbalanced, breaks }: ReconSummary) => {
    if (unbalanced + breaks > 0) tellBreaks(context, "recon", { tenantId, unbalanced, breaks });
  };
  yield* reportPieces({ from, to, tenantId: owner?.id ?? null, type, nightly }, lines, csv, counted);
}

async function reconText(context: ReportContext, query: ReconQuery, format: "json" | "csv") {
  const scope = await scopeOf(context, query);
  const { from, to, owner, type } = scope;
  const order = { report: "recon", from, to, tenantId: owner?.id ?? null, type, format } as const;
  const csv = format === "csv" ? context.csv : null;
  const made = await orExport(context, order, () =>
    textOf(reconPieces(context, scope, few(reconLines(context, scope)), csv)),
  );
  return { made, filename: reconName(order) };
}

export function reconName(input: { from: Instant; to: Instant; tenantId: string | null; format: string }): string {
  return `sluice-recon-${dayOf(input.from)}-${dayOf(input.to)}-${closeScope(input.tenantId)}.${input.format}`;
}

/** The ledger against the records and against the rail's own list, for the settlements created in a stretch of time. */
export async function reconcile(context: ReportContext, query: ReconQuery): Promise<ReportResult<ReconReport>> {
  const { made } = await reconText(context, query, "json");
  return "export" in made ? made : { made: JSON.parse(made.made) as ReconReport };
}

export async function reconcileCsv(context: ReportContext, query: ReconQuery): Promise<ReportResult<TextFile>> {
  const { made, filename } = await reconText(context, query, "csv");
  return "export" in made ? made : { made: { text: made.made, filename } };
}

/** A day and whose; yesterday of everybody where nothing is said. */
export interface CloseQuery {
  readonly date?: string | undefined;
  readonly tenantId?: string | undefined;
}

type Closed = Awaited<ReturnType<typeof closeDay>>;

/** The day that is asked for, and whose. Refuses a day that has not ended. */
async function closedDay(context: ReportContext, query: CloseQuery) {
  const now = context.clock.now();
  const date = query.date ?? dayBefore(dayOf(now));
  if (date >= dayOf(now)) throw wrongQuery("date", "not a day that has ended in UTC");
  return { date, owner: await namedTenant(context, query.tenantId) };
}

/** The close of one UTC day: kept once it is made, and answered from then on. */
async function closed(
  context: ReportContext,
  query: CloseQuery,
  format: "json" | "csv",
): Promise<ReportResult<Closed>> {
  const { date, owner } = await closedDay(context, query);
  const order = { report: "close", date, tenantId: owner?.id ?? null, format } as const;
  return orExport(context, order, () => closeDay({ ...context, files: null }, owner, date));
}

async function downloadOf(context: ReportContext, { fileKey, figures }: StoredClose) {
  if (fileKey === null) return null;
  const url = await context.files.link(fileKey, closeName(figures, "csv"), linkSeconds);
  return { url, expiresAt: addSeconds(context.clock.now(), linkSeconds) };
}

export function closeName({ date, tenantId }: StoredClose["figures"], format: "csv" | "beancount"): string {
  return `sluice-close-${date}-${closeScope(tenantId)}.${format}`;
}

/** The close of a day as figures with its settlements. */
export async function dailyClose(context: ReportContext, query: CloseQuery): Promise<ReportResult<CloseReport>> {
  const found = await closed(context, query, "json");
  if ("export" in found) return found;
  const { close, preliminary } = found.made;
  const { figures, sha256, rows } = close;
  const settlements = rows?.flatMap((row) => ("escrowId" in row ? [] : [row])) ?? null;
  const escrowRows = rows?.flatMap((row) => ("escrowId" in row ? [row] : [])) ?? null;
  const download = await downloadOf(context, close);
  return { made: { ...figures, preliminary, sha256, settlements, escrowRows, download } };
}

/** The close of a day as a table, or the link to it where it is too large for a reply. */
export async function dailyCloseCsv(
  context: ReportContext,
  query: CloseQuery,
): Promise<ReportResult<{ sha256: string; preliminary: boolean } & (TextFile | { url: string })>> {
  const found = await closed(context, query, "csv");
  if ("export" in found) return found;
  const { close, preliminary } = found.made;
  const { figures, sha256, rows } = close;
  const download = await downloadOf(context, close);
  if (download) return { made: { sha256, preliminary, url: download.url } };
  const text = await textOf(closeCsv(context.csv, figures, onePage(rows ?? [])));
  return { made: { sha256, preliminary, text, filename: closeName(figures, "csv") } };
}

/** The close of a day as a journal in Beancount's syntax; without its opening it is to be appended to the day before. */
export async function dailyCloseJournal(
  context: ReportContext,
  { opening: hasOpening = true, ...query }: CloseQuery & { readonly opening?: boolean | undefined },
): Promise<ReportResult<{ sha256: string; preliminary: boolean } & TextFile>> {
  const { date, owner } = await closedDay(context, query);
  const order = { report: "close", date, tenantId: owner?.id ?? null, format: "beancount", hasOpening } as const;
  return orExport(context, order, async () => {
    const { close, preliminary } = await closeDay({ ...context, files: null }, owner, date);
    const text = await textOf(closeJournal(context, owner, close, hasOpening));
    return { sha256: close.sha256, preliminary, text, filename: closeName(close.figures, "beancount") };
  });
}

async function* onePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows;
}

export async function trialBalance(
  context: ReportContext,
  input: { tenantId?: string | undefined; at?: Instant | undefined },
): Promise<ReportResult<TrialBalance>> {
  const at = input.at ?? context.clock.now();
  const owner = await namedTenant(context, input.tenantId);
  const order = { report: "trial_balance", at, tenantId: owner?.id ?? null, format: "json" } as const;
  return orExport(context, order, () => trialBalanceAt(context, owner, at));
}

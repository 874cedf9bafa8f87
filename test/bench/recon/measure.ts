import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { closeDay } from "../../../functions/app/reconciliation/close.ts";
import type { FileStore } from "../../../functions/app/reconciliation/ports.ts";
import { reconLines } from "../../../functions/app/reconciliation/recon.ts";
import { reconPieces } from "../../../functions/app/reconciliation/reports.ts";
import type { ReconLine } from "../../../functions/domain/reconciliation/line.ts";
import { noLog, noMeter } from "../../support/core/memory-log.ts";
import { countedIds } from "../../support/world/core/ids.ts";
import { madeDay } from "./generated-store.ts";

/** What one report took. */
export interface Measurement {
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly peakHeapMb: number;
  readonly peakRssMb: number;
  /** Calls to the book for the first page of a hundred settlements, and for the last. */
  readonly firstReads: number;
  readonly lastReads: number;
  readonly unbalanced: number;
  readonly breaks: number;
}

/** What is reconciled: a book, a count of its calls, and a rail. */
export interface Subject {
  readonly store: Store;
  readonly calls: () => number;
  readonly rail: Rail;
}

const stretch = { from: `${madeDay}T00:00:00.000Z`, to: "2026-11-22T00:00:00.000Z" };

/** Looks at the memory now and then while work passes by. */
export class Gauge {
  heap = 0;
  rss = 0;

  look(): void {
    const { heapUsed, rss } = process.memoryUsage();
    this.heap = Math.max(this.heap, heapUsed);
    this.rss = Math.max(this.rss, rss);
  }

  get peaks() {
    const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);
    return { peakHeapMb: mb(this.heap), peakRssMb: mb(this.rss) };
  }
}

function contextOf({ store, rail }: Subject, files: FileStore | null) {
  const newId = countedIds();
  const now = "2026-11-23T00:00:00.000Z";
  const who = { actor: "bench", requestId: "req_bench", clock: { now: () => now }, newId };
  return { ...who, store, rail, files, csv: csvText, log: noLog, meter: noMeter, isLate: () => false };
}

/** Reconciles a day and throws the pieces away as they come. */
export async function measureRecon(subject: Subject, csv: boolean): Promise<Measurement> {
  const gauge = new Gauge();
  const began = performance.now();
  const pages: number[] = [];
  let lines = 0;
  let [unbalanced, breaks] = [0, 0];
  async function* watched(source: AsyncIterable<ReconLine>): AsyncGenerator<ReconLine> {
    for await (const line of source) {
      if (lines % 100 === 0) {
        pages.push(subject.calls());
        gauge.look();
      }
      lines += 1;
      breaks += line.breaks.length;
      if (line.kind === "settlement" && line.row.unbalanced.length > 0) unbalanced += 1;
      yield line;
    }
  }
  const context = contextOf(subject, null);
  const scope = { ...stretch, owner: null, type: "all" } as const;
  let bytes = 0;
  const source = watched(reconLines(context, scope));
  for await (const piece of reconPieces(context, scope, source, csv ? csvText : null))
    bytes += Buffer.byteLength(piece);
  const seconds = (performance.now() - began) / 1000;
  // Before the first page the list of tenants is read, by one call.
  const firstReads = (pages[0] ?? 0) - 1;
  const lastReads = (pages.at(-1) ?? 0) - (pages.at(-2) ?? 0);
  return { lines, bytes, seconds, ...gauge.peaks, firstReads, lastReads, unbalanced, breaks };
}

/** Closes the day, its rows into a file that nobody keeps. */
export async function measureClose(
  subject: Subject,
): Promise<Omit<Measurement, "firstReads" | "lastReads" | "breaks">> {
  const gauge = new Gauge();
  const began = performance.now();
  let bytes = 0;
  const files: FileStore = {
    write: async (_, pieces) => {
      for await (const piece of pieces) {
        bytes += Buffer.byteLength(piece);
        gauge.look();
      }
      return bytes;
    },
    link: async () => "",
  };
  const { close } = await closeDay(contextOf(subject, files), null, madeDay);
  const { rows, unbalanced } = close.figures;
  return { lines: rows.count, bytes, seconds: (performance.now() - began) / 1000, ...gauge.peaks, unbalanced };
}

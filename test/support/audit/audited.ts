import type { StoredAggregate } from "../../../functions/app/audit/chain.ts";
import type { AuditArchive } from "../../../functions/app/audit/ports.ts";
import type { ArchiveReader, AuditedStore } from "../../../functions/app/audit/verify-audit.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";

/** An archive in memory: written by the service, read by an auditor, tampered with by a test. */
export class MemoryArchive implements AuditArchive, ArchiveReader {
  readonly objects: Map<string, Uint8Array>;

  constructor(objects: Iterable<readonly [string, Uint8Array]> = []) {
    this.objects = new Map(objects);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.objects.set(key, bytes);
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.objects.get(key);
  }

  async days(): Promise<string[]> {
    return [...this.objects.keys()].flatMap((key) => /^roots\/(.*)\.json$/.exec(key)?.[1] ?? []).sort();
  }
}

/** A row as a table holds it: its body as text. */
export interface HeldRow {
  sk: string;
  text: string;
  listed: readonly [string, string] | undefined;
}

/** What a table holds, for an auditor to read and a test to tamper with. */
export class HeldStore implements AuditedStore {
  readonly aggregatesHeld = new Map<string, HeldRow[]>();
  known: { date: string; root: string } | null = null;

  /** As the rows are now; of claims and the like, which keep no trail, too. */
  static of(rows: readonly Row[]): HeldStore {
    const held = new HeldStore();
    for (const { pk, sk, body, index } of rows) {
      const row = { sk, text: JSON.stringify(body), listed: sk === "row" ? undefined : index?.group };
      held.aggregatesHeld.set(pk, [...(held.aggregatesHeld.get(pk) ?? []), row]);
      const progress = body as { root: HeldStore["known"] };
      if (pk === rowKey("archive#head").pk) held.known = progress.root;
    }
    return held;
  }

  /** A book that can be tampered with while this one stays as it is. */
  copy(): HeldStore {
    const copy = new HeldStore();
    copy.known = this.known;
    for (const [pk, rows] of this.aggregatesHeld) copy.aggregatesHeld.set(pk, rows);
    return copy;
  }

  /** The rows of an aggregate, for changing: the copy that shares them keeps its own. */
  open(pk: string): HeldRow[] {
    const rows = (this.aggregatesHeld.get(pk) ?? []).map((row) => ({ ...row }));
    this.aggregatesHeld.set(pk, rows);
    return rows;
  }

  async *aggregates(): AsyncIterable<StoredAggregate> {
    for (const pk of this.aggregatesHeld.keys()) yield this.#read(pk);
  }

  async aggregate(pk: string): Promise<StoredAggregate> {
    return this.#read(pk);
  }

  async lastRoot(): Promise<HeldStore["known"]> {
    return this.known;
  }

  #read(pk: string): StoredAggregate {
    const rows = (this.aggregatesHeld.get(pk) ?? []).toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
    return { pk, rows: rows.map(({ sk, text, listed }) => ({ sk, body: JSON.parse(text), listed })) };
  }
}

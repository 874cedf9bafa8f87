import type { Book, Key, PageQuery, Row, Write, Written } from "../../functions/app/ports.ts";

function nameOf(key: Key): string {
  return `${key.pk}\0${key.sk}`;
}

type Stored = Row & { readonly nonce: string };

/** A book in memory with the semantics of the DynamoDB one: conditions, atomic writes, sparse indexes, the writer's nonce. */
export class MemoryBook implements Book {
  readonly #rows = new Map<string, Stored>();
  /** Rows that came into being, in order: what the table's stream would show. */
  readonly inserted: Row[] = [];
  calls = 0;

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    this.calls += 1;
    return keys.map((key) => shown(this.#rows.get(nameOf(key))));
  }

  async page(query: PageQuery): Promise<readonly Row[]> {
    this.calls += 1;
    const { index, pk, prefix, upTo, after, limit } = query;
    const placed = [...this.#rows.values()].flatMap((row) => {
      const place = index ? row.index?.[index] : ([row.pk, row.sk] as const);
      return place && place[0] === pk ? [{ row, sort: place[1] }] : [];
    });
    const wanted = placed.filter(
      ({ sort }) => (prefix === undefined || sort.startsWith(prefix)) && (upTo === undefined || sort <= upTo),
    );
    wanted.sort((a, b) => compare(`${a.sort}\0${nameOf(a.row)}`, `${b.sort}\0${nameOf(b.row)}`));
    if (query.newestFirst) wanted.reverse();
    const from = after
      ? wanted.findIndex(({ row, sort }) => {
          const order = compare(`${sort}\0${nameOf(row)}`, `${after.sort}\0${nameOf(after)}`);
          return query.newestFirst ? order < 0 : order > 0;
        })
      : 0;
    const rows = from < 0 ? [] : wanted.slice(from, from + limit);
    return rows.map(({ row }) => (index === "due" ? keysOnly(row) : (shown(row) as Row)));
  }

  async write(writes: readonly Write[], nonce: string): Promise<Written> {
    this.calls += 1;
    const lost = writes.flatMap((write) => {
      const current = this.#rows.get(nameOf(keyOf(write)));
      return holds(write, current) ? [] : [current];
    });
    if (lost.some((row) => row?.nonce === nonce)) return { ok: true };
    if (lost.length > 0) return { ok: false, rows: lost.map((row) => shown(row)) };
    for (const write of writes) this.#apply(write, nonce);
    return { ok: true };
  }

  /** Every row there is, for invariants. */
  rows(): Row[] {
    return [...this.#rows.values()].map((row) => shown(row) as Row);
  }

  #apply(write: Write, nonce: string): void {
    if ("put" in write) {
      const row = { ...(structuredClone(write.put) as Row), nonce };
      if (!this.#rows.has(nameOf(row))) this.inserted.push(shown(row) as Row);
      this.#rows.set(nameOf(row), row);
    } else if ("remove" in write) {
      this.#rows.delete(nameOf(write.remove));
    } else if ("handedOn" in write) {
      const { outbox: _, index = {}, ...row } = this.#rows.get(nameOf(write.handedOn)) as Stored;
      const { due: __, ...others } = index;
      this.#rows.set(nameOf(row), { ...row, index: others });
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyOf(write: Write): Key {
  if ("put" in write) return write.put;
  if ("remove" in write) return write.remove;
  return "check" in write ? write.check : write.handedOn;
}

function holds(write: Write, current: Stored | undefined): boolean {
  if ("handedOn" in write) return current !== undefined;
  return write.expect === "absent" ? current === undefined : current?.v === write.expect;
}

/** As it comes back: a copy, through JSON, without the nonce. */
function shown(row: Stored | undefined): Row | undefined {
  if (!row) return undefined;
  const { nonce: _, ...rest } = row;
  return { ...rest, body: JSON.parse(JSON.stringify(rest.body)) as unknown };
}

function keysOnly(row: Stored): Row {
  const due = row.index?.due;
  return { pk: row.pk, sk: row.sk, v: 0, type: "", body: undefined, index: due ? { due } : {} };
}

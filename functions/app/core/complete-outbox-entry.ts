import type { Key, Row, Store, Write } from "./ports.ts";

/** Something that is added to a row, whatever others have added meanwhile. */
export interface Adding {
  readonly key: Key;
  readonly add: (row: Row | undefined) => Row;
}

interface HandOnContext {
  readonly store: Store;
  nonce(): string;
}

/** Attempts at an entry before it is left to come again; others count into the same rows. */
const attempts = 8;

/** Takes an entry off the outbox and adds what it counts, in one transaction: exactly once, however often it is tried. False where it had been counted before. No row may be named twice. */
export async function addAndHandOn(context: HandOnContext, entry: Key, adding: readonly Adding[]): Promise<boolean> {
  const handedOn = { pk: entry.pk, sk: entry.sk };
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const [current, ...rows] = await context.store.read([handedOn, ...adding.map(({ key }) => key)]);
    if (current?.outbox !== "pending") return false;
    const writes = adding.map(({ add }, at): Write => {
      const row = rows[at];
      return { put: add(row), expect: row?.v ?? "absent" };
    });
    const written = await context.store.write([...writes, { handedOn, expect: "pending" }], context.nonce());
    if (written.ok) return true;
  }
  throw new Error(`what ${entry.pk} ${entry.sk} counts was not counted`);
}

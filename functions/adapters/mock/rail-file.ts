import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Clock, Row, Store } from "../../app/core/ports.ts";
import { monthAfter, monthOf } from "../../domain/core/time.ts";
import { type RailTransfer, railTransfer } from "../../domain/rails/transfer.ts";

/** What the mock rail keeps of one of its references: when it opened it, and what it moved under it. */
const dossier = z.object({
  railRef: z.string(),
  reference: z.string(),
  openedAt: z.string(),
  /** How the debit was entered with the payer's bank. */
  entry: z.object({ secCode: z.string(), description: z.string() }).optional(),
  /** What it was asked to collect. */
  askedCents: z.int(),
  moves: z.array(
    railTransfer
      .omit({ railRef: true, reference: true })
      .extend({ key: z.string().optional(), txHash: z.string().nullish(), isFrozen: z.boolean().optional() }),
  ),
});

export type Dossier = z.infer<typeof dossier>;
export type Move = Dossier["moves"][number];

const attempts = 5;
const pageSize = 100;

const cursorBody = z.object({
  month: z.string(),
  after: z.object({ pk: z.string(), sk: z.string(), sort: z.string() }).nullable(),
});

function keyOf(railRef: string) {
  return { pk: railRef, sk: "dossier" };
}

function partition(month: string): string {
  return `opened#${month}`;
}

/** The mock rail's own book, kept apart from ours: what a bank would show us when we ask it what it did. */
export class MockRailFile {
  readonly #book: () => Store;
  readonly #clock: Clock;

  constructor(store: () => Store, clock: Clock) {
    this.#book = store;
    this.#clock = clock;
  }

  /** Opens a reference with its collection; a repeat changes nothing. */
  async open(
    railRef: string,
    request: { reference: string; amountCents: number; state: Move["state"]; entry?: Dossier["entry"] },
  ): Promise<void> {
    const { reference, amountCents, state, entry } = request;
    const at = this.#clock.now();
    const collection: Move = { kind: "collection", amountCents, amount: null, at, state };
    const opened = {
      railRef,
      reference,
      openedAt: at,
      askedCents: amountCents,
      moves: [collection],
      ...(entry && { entry }),
    };
    await this.#put(opened, 1, "absent");
  }

  /** Writes what was moved under a reference; `decide` gives the same moves back where nothing was. A reference that was never opened is left alone. */
  async change(railRef: string, decide: (dossier: Dossier, now: string) => readonly Move[]): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const [row] = await this.#book().read([keyOf(railRef)]);
      if (!row) return;
      const found = dossier.parse(row.body);
      const moves = decide(found, this.#clock.now());
      if (moves === found.moves) return;
      if (await this.#put({ ...found, moves: [...moves] }, row.v + 1, row.v)) return;
    }
    throw new Error("the mock rail is busy");
  }

  /** What was moved under a reference; null for one that was never opened. */
  async movesOf(railRef: string): Promise<readonly Move[] | null> {
    const [row] = await this.#book().read([keyOf(railRef)]);
    return row ? dossier.parse(row.body).moves : null;
  }

  /** How the debit under a reference was entered; null where it was no debit. */
  async entryOf(railRef: string): Promise<Dossier["entry"] | null> {
    const [row] = await this.#book().read([keyOf(railRef)]);
    return (row && dossier.parse(row.body).entry) ?? null;
  }

  /** Everything under these references; at most 100. */
  async of(railRefs: readonly string[]): Promise<RailTransfer[]> {
    const rows = await this.#book().read(railRefs.map(keyOf));
    return rows.flatMap((row) => (row ? transfersOf(row) : []));
  }

  /** A page of what was done under the references opened in a stretch of time, oldest first. */
  async list(request: { from: string; to: string; cursor: string | null }) {
    const { from, to } = request;
    const { month, after } =
      request.cursor === null ? { month: monthOf(from), after: null } : cursorBody.parse(JSON.parse(request.cursor));
    const rows = await this.#book().page({
      index: "list",
      pk: partition(month),
      from,
      upTo: to,
      limit: pageSize,
      ...(after ? { after } : {}),
    });
    const next = monthAfter(month);
    const last = rows.length === pageSize ? rows.at(-1) : undefined;
    const more = last
      ? { month, after: { pk: last.pk, sk: last.sk, sort: last.index?.list?.[1] ?? "" } }
      : next <= monthOf(to)
        ? { month: next, after: null }
        : null;
    return { transfers: rows.flatMap(transfersOf), nextCursor: more && JSON.stringify(more) };
  }

  async #put(body: Dossier, v: number, expect: number | "absent"): Promise<boolean> {
    const key = keyOf(body.railRef);
    const list = [partition(monthOf(body.openedAt)), `${body.openedAt}#${body.railRef}`] as const;
    const put = { ...key, v, type: "dossier", body, index: { list } };
    const written = await this.#book().write([{ put, expect }], randomUUID());
    return written.ok;
  }
}

function transfersOf(row: Row): RailTransfer[] {
  const { railRef, reference, moves } = dossier.parse(row.body);
  return moves.map(({ txHash: _, key: __, isFrozen: ___, ...move }) => ({ railRef, reference, ...move }));
}

import { createHash } from "node:crypto";
import * as z from "zod";

/** One object of the archive: entries of one day and one owner, in the order of time. */
export const auditPart = z.object({
  /** A tenant's id, an account's on the screening interface, or `platform`. */
  tenantId: z.string(),
  number: z.int().min(1),
  entries: z.int().min(1),
  /** SHA-256 over a line for each entry: its record, number and hash. */
  root: z.string(),
  key: z.string(),
  sha256: z.string(),
});

export type Part = z.infer<typeof auditPart>;

const marked = z.object({ date: z.string(), root: z.string() });

/** The root of one day, as it lies in the archive: it commits to every entry of the day and to the root before it. A day without entries has none. */
export const rootDocument = z.object({
  version: z.literal(1),
  date: z.iso.date(),
  previous: marked.nullable(),
  entries: z.int(),
  parts: z.array(auditPart),
  root: z.string(),
});

export type RootDocument = z.infer<typeof rootDocument>;

export function rootKey(date: string): string {
  return `roots/${date}.json`;
}

export function partKey(date: string, tenantId: string, number: number): string {
  return `entries/${date}/${tenantId}/${String(number).padStart(4, "0")}.jsonl.gz`;
}

/** One line of a part: an entry and where it is kept. */
export const archivedEntry = z.object({ pk: z.string(), sk: z.string(), body: z.unknown() });

const hashed = z.object({ seq: z.int(), hash: z.string() });

export class PartRoot {
  readonly #digest = createHash("sha256");
  entries = 0;

  add(pk: string, body: unknown): void {
    const { seq, hash } = hashed.parse(body);
    this.#digest.update(`${pk} ${seq} ${hash}\n`);
    this.entries += 1;
  }

  get root(): string {
    return this.#digest.copy().digest("hex");
  }
}

/** A day's root: SHA-256 over lines of text, so that anybody can make it anew. */
export function dayRoot(day: Pick<RootDocument, "date" | "previous" | "parts">): string {
  const { date, previous, parts } = day;
  const lines = [
    `sluice audit root 1 ${date}`,
    `previous ${previous?.date ?? "none"} ${previous?.root ?? "none"}`,
    ...parts.map((each) => `${each.tenantId} ${each.number} ${each.entries} ${each.root} ${each.sha256}`),
  ];
  return createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
}

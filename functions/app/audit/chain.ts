import { createHash } from "node:crypto";
import * as z from "zod";
import { auditPartition } from "../core/aggregate.ts";

/** The first thing wrong with an audit trail: whose, at which entry where one is to blame, and what. */
export interface Fault {
  readonly aggregate: string;
  readonly seq: number | null;
  readonly what: string;
}

/** A row as stored: `body` is its JSON as parsed, so that keys stand in the order in which they were hashed. */
export interface StoredRow {
  readonly sk: string;
  readonly body: unknown;
  /** Where the audit index lists it; left out where that is not known. */
  readonly listed?: readonly [string, string] | undefined;
}

/** Everything that is stored of one aggregate, in the order of the sort keys. */
export interface StoredAggregate {
  readonly pk: string;
  readonly rows: readonly StoredRow[];
}

export interface Link {
  readonly seq: number;
  readonly hash: string;
}

const genesisHash = "0".repeat(64);

export const genesis: Link = { seq: 0, hash: genesisHash };

const link = z.object({ seq: z.int(), hash: z.string(), prevHash: z.string() });
const belonging = z.object({ aggregateId: z.string(), tenantId: z.string(), at: z.string() });
const headed = z.object({ head: z.object({ seq: z.int(), hash: z.string() }) });

/** The hash of a stored entry, made anew from its own text. */
function hashOf(body: object): string {
  const { hash: _, ...rest } = body as Record<string, unknown>;
  return createHash("sha256").update(JSON.stringify(rest)).digest("hex");
}

/** What is wrong with one entry that should follow `before`; its link where nothing is. */
export function checkEntry(before: Link, sk: string, body: unknown): Link | string {
  const read = link.safeParse(body);
  if (!read.success || typeof body !== "object" || body === null) return "is no audit entry";
  const { seq, hash, prevHash } = read.data;
  const place = `entry#${String(seq).padStart(8, "0")}`;
  if (sk !== place) return `says it is entry ${seq}`;
  if (seq !== before.seq + 1) return seq > before.seq + 1 ? `entry ${before.seq + 1} is missing` : "comes twice";
  if (hashOf(body) !== hash) return "was changed: its hash is another";
  return prevHash === before.hash ? { seq, hash } : "does not follow from the entry before it";
}

/** What is wrong with where an entry is kept. */
function misplaced(pk: string, { sk, body, listed }: StoredRow): string | undefined {
  const { data } = belonging.safeParse(body);
  if (!data || !pk.endsWith(data.aggregateId)) return "belongs to another record";
  if (!listed) return undefined;
  const [partition, sort] = listed;
  const right = partition === auditPartition(data.tenantId, data.at.slice(0, 7)) && sort === `${data.at}#${pk}#${sk}`;
  return right ? undefined : "is not listed where it belongs";
}

export interface StoredEntry {
  readonly links: readonly Link[];
}

/** Proves one aggregate's trail: gap-free, unchanged, and ending where its record says. Undefined for what keeps no trail. */
export function verifyChain({ pk, rows }: StoredAggregate): StoredEntry | Fault | undefined {
  const fault = (seq: number | null, what: string): Fault => ({ aggregate: pk, seq, what });
  const links: Link[] = [];
  for (const row of rows.filter(({ sk }) => sk.startsWith("entry#"))) {
    const seq = Number(row.sk.slice("entry#".length));
    const text = checkEntry(links.at(-1) ?? genesis, row.sk, row.body);
    if (typeof text === "string") return fault(seq, text);
    const wrong = misplaced(pk, row);
    if (wrong !== undefined) return fault(seq, wrong);
    links.push(text);
  }
  const record = rows.find(({ sk }) => sk === "row");
  const head = headed.safeParse(record?.body).data?.head;
  if (!head) return links.length === 0 ? undefined : fault(null, "has a trail and no record that ends it");
  const last = links.at(-1) ?? genesis;
  if (head.seq > last.seq) return fault(last.seq + 1, `is missing: the record stands at entry ${head.seq}`);
  if (head.seq < last.seq) return fault(head.seq + 1, `was added: the record stands at entry ${head.seq}`);
  return head.hash === last.hash ? { links } : fault(last.seq, "is not the entry that the record stands at");
}

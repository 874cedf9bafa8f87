import { entryHash } from "../../../functions/app/core/aggregate.ts";
import type { Random } from "../world/core/random.ts";
import type { HeldRow, HeldStore } from "./audited.ts";

type Body = Record<string, unknown> & { seq: number; hash: string; prevHash: string; at: string };

/** One attempt on a book: whose trail it hits, and the entry that an honest report may name first. */
export interface Tampering {
  readonly pk: string;
  readonly seq: number | null;
}

interface Victim {
  readonly pk: string;
  /** Its rows, open for changing; entries first, in their order, then the record. */
  readonly rows: HeldRow[];
  readonly entries: HeldRow[];
}

const genesis = "0".repeat(64);

function read(row: HeldRow): Body {
  return JSON.parse(row.text);
}

function place(seq: number): string {
  return `entry#${String(seq).padStart(8, "0")}`;
}

function victimOf(store: HeldStore, random: Random, least = 1, not = ""): Victim {
  const trails = [...store.aggregatesHeld].filter(
    ([pk, rows]) => pk !== not && rows.filter(({ sk }) => sk.startsWith("entry#")).length >= least,
  );
  const [pk] = random.pick(trails);
  const rows = store.open(pk).sort((one, other) => (one.sk < other.sk ? -1 : 1));
  store.aggregatesHeld.set(pk, rows);
  return { pk, rows, entries: rows.filter(({ sk }) => sk.startsWith("entry#")) };
}

/** Makes every hash from an entry on anew, and the record's head with them: what whoever owns the table can do. */
function rehash({ rows, entries }: Victim, from: number): void {
  let before = from > 1 ? read(entries[from - 2] as HeldRow).hash : genesis;
  for (const row of entries.slice(from - 1)) {
    const { hash: _, ...body } = { ...read(row), prevHash: before };
    before = entryHash(body as unknown as Parameters<typeof entryHash>[0]);
    row.text = JSON.stringify({ ...body, hash: before });
  }
  setHead(rows, entries.length, before);
}

function setHead(rows: HeldRow[], seq: number, hash: string): void {
  const record = rows.find(({ sk }) => sk === "row");
  if (!record) return;
  const body = JSON.parse(record.text);
  record.text = JSON.stringify({ ...body, head: { ...body.head, seq, hash } });
}

const otherDigit = (digit: string) => (digit === "0" ? "1" : "0");

const forgeries: readonly ((body: Body) => Record<string, unknown>)[] = [
  (body) => ({ ...body, reason: `${body.reason}.` }),
  (body) => ({ ...body, actor: "operator:nobody" }),
  (body) => ({ ...body, to: body.to === "failed" ? "completed" : "failed" }),
  (body) => ({ ...body, at: String(body.at).replace(/\d(?=Z)/, otherDigit) }),
  (body) => ({ ...body, requestId: "req_other" }),
  (body) => ({ ...body, postings: [{ account: "fee_income", amountCents: 1 }] }),
  (body) => ({ ...body, note: "a field more" }),
  ({ requestId: _, ...body }) => body,
  (body) => ({ ...body, events: [{ id: "evt_x", name: "settlement.completed", data: {} }] }),
  (body) => ({ ...body, tenantId: `${body.tenantId}X` }),
  (body) => ({ ...body, prevHash: body.prevHash.replace(/^./, otherDigit) }),
  (body) => ({ ...body, hash: body.hash.replace(/.$/, otherDigit) }),
];

function forge(row: HeldRow, random: Random): void {
  row.text = JSON.stringify(random.pick(forgeries)(read(row)));
}

/** Only what is said, so that making the hashes anew leaves a chain that holds by itself. */
function retell(row: HeldRow): void {
  row.text = JSON.stringify({ ...read(row), reason: "something else" });
}

type Act = (store: HeldStore, random: Random) => Tampering;

const edit: Act = (store, random) => {
  const { pk, entries } = victimOf(store, random);
  const at = random.int(1, entries.length);
  forge(entries[at - 1] as HeldRow, random);
  return { pk, seq: at };
};

const reorderKeys: Act = (store, random) => {
  const { pk, entries } = victimOf(store, random);
  const at = random.int(1, entries.length);
  const row = entries[at - 1] as HeldRow;
  row.text = JSON.stringify(Object.fromEntries(Object.entries(read(row)).reverse()));
  return { pk, seq: at };
};

const editAndRehash: Act = (store, random) => {
  const victim = victimOf(store, random);
  const at = random.int(1, victim.entries.length);
  retell(victim.entries[at - 1] as HeldRow);
  rehash(victim, at);
  return { pk: victim.pk, seq: at };
};

const remove: Act = (store, random) => {
  const { pk, rows, entries } = victimOf(store, random, 2);
  const at = random.int(1, entries.length);
  rows.splice(at - 1, 1);
  // The one that follows a gap is where the chain is seen to break.
  return { pk, seq: at === entries.length ? at : at + 1 };
};

const removeAndRenumber: Act = (store, random) => {
  const { pk, rows, entries } = victimOf(store, random, 2);
  const at = random.int(1, entries.length);
  rows.splice(at - 1, 1);
  entries.splice(at - 1, 1);
  for (const [index, row] of entries.entries()) renumber(row, index + 1);
  rehash({ pk, rows, entries }, 1);
  return { pk, seq: null };
};

function renumber(row: HeldRow, seq: number): void {
  row.sk = place(seq);
  row.text = JSON.stringify({ ...read(row), seq });
  if (row.listed) row.listed = [row.listed[0], row.listed[1].replace(/entry#\d+$/, row.sk)];
}

const cutTail: Act = (store, random) => {
  const { pk, rows, entries } = victimOf(store, random, 2);
  const left = random.int(1, entries.length - 1);
  rows.splice(left, entries.length - left);
  if (random.chance(0.7)) setHead(rows, left, read(entries[left - 1] as HeldRow).hash);
  return { pk, seq: left + 1 };
};

const insert: Act = (store, random) => {
  const { pk, rows, entries } = victimOf(store, random);
  const at = random.int(1, entries.length + 1);
  const made = { ...(entries[Math.min(at, entries.length) - 1] as HeldRow) };
  for (const [index, row] of entries.entries()) if (index >= at - 1) renumber(row, index + 2);
  renumber(made, at);
  retell(made);
  rows.splice(at - 1, 0, made);
  entries.splice(at - 1, 0, made);
  if (random.chance(0.7)) rehash({ pk, rows, entries }, at);
  return { pk, seq: null };
};

const swap: Act = (store, random) => {
  const { pk, entries } = victimOf(store, random, 2);
  const first = random.int(1, entries.length - 1);
  const second = random.int(first + 1, entries.length);
  const [one, other] = [entries[first - 1] as HeldRow, entries[second - 1] as HeldRow];
  [one.text, other.text] = [other.text, one.text];
  return { pk, seq: first };
};

const swapBetween: Act = (store, random) => {
  const one = victimOf(store, random);
  const other = victimOf(store, random, 1, one.pk);
  const [mine, theirs] = [one.entries[0] as HeldRow, other.entries[0] as HeldRow];
  [mine.text, theirs.text] = [theirs.text, mine.text];
  return { pk: [...store.aggregatesHeld.keys()].find((pk) => pk === one.pk || pk === other.pk) ?? "", seq: 1 };
};

const removeWhole: Act = (store, random) => {
  const { pk } = victimOf(store, random);
  if (random.chance(0.5)) store.aggregatesHeld.delete(pk);
  else store.aggregatesHeld.set(pk, []);
  return { pk, seq: 1 };
};

const invent: Act = (store, random) => {
  const { rows } = victimOf(store, random);
  const pk = `stl_INVENTED${random.int(1, 1_000_000)}`;
  const made = rows.map((row) => ({ ...row }));
  const entries = made.filter(({ sk }) => sk.startsWith("entry#"));
  for (const row of entries) {
    const body: Body = { ...read(row), aggregateId: pk };
    row.text = JSON.stringify(body);
    if (row.listed) row.listed = [row.listed[0], `${body.at}#${pk}#${row.sk}`];
  }
  store.aggregatesHeld.set(pk, made);
  rehash({ pk, rows: made, entries }, 1);
  return { pk, seq: 1 };
};

const unlist: Act = (store, random) => {
  const { pk, entries } = victimOf(store, random);
  const at = random.int(1, entries.length);
  const row = entries[at - 1] as HeldRow;
  row.listed = ["nowhere#audit#2026-11", row.listed?.[1] ?? ""];
  return { pk, seq: at };
};

/** What somebody who owns the table may try, by name. */
export const tamperings: Readonly<Record<string, Act>> = {
  "an edit": edit,
  "an edit with every later hash made anew": editAndRehash,
  "keys in another order": reorderKeys,
  "a deletion": remove,
  "a deletion with the rest renumbered and hashed anew": removeAndRenumber,
  "a cut tail": cutTail,
  "an insertion": insert,
  "a swap": swap,
  "a swap between two records": swapBetween,
  "a whole record removed": removeWhole,
  "a record invented": invent,
  "an entry hidden from the lists": unlist,
};

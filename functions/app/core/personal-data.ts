import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import * as z from "zod";
import {
  erasedText,
  mapSealedWithin,
  mapTexts,
  type Subject,
  sealedParts,
  sealedTextOf,
  sealedWithin,
  subjectsIn,
} from "../../domain/core/sealed-text.ts";
import { addDays, type Instant } from "../../domain/core/time.ts";
import type { CommitContext } from "./context.ts";
import { dailyIndex } from "./due-index.ts";
import { inOrder } from "./map-concurrent.ts";
import type { PageQuery, Row, Store, Write, WriteResult } from "./ports.ts";
import type { KeyWrap, Seal, SubjectBox } from "./ports-personal.ts";
import { rowsAt } from "./read-records.ts";
import { rowKey } from "./row-keys.ts";

/** A subject's key as it is stored. */
export const subjectKey = z.object({
  /** Null once it was destroyed; then nothing is sealed for this subject any more. */
  wrapped: z.string().nullable(),
  madeAt: z.string(),
  erasedAt: z.string().nullable(),
});

/** A data key in memory: null is one that was destroyed, `fresh` one that is not stored yet. */
interface KnownKey {
  readonly key: Uint8Array | null;
  readonly fresh: boolean;
}

const ivBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Keys in memory at most; more are read again. */
const mostKnown = 1000;

/** Days after which the daily work first looks whether a payer's key may go. */
const payerLookDays = 1;

/** KMS calls at once. */
const atOnce = 10;

/** Personal data under its subjects' keys: AES-256-GCM, each key wrapped and stored in a table without backups. */
export class PersonalData implements SubjectBox {
  readonly #keys: Store;
  readonly #wrap: KeyWrap;
  readonly #context: Omit<CommitContext, "store">;
  readonly #opened: ReadonlySet<string>;
  readonly #known = new Map<Subject, KnownKey>();
  readonly #unwrapped = new Map<string, Uint8Array>();

  /** `keys` is the table of wrapped keys, `openedTypes` the types of rows that are opened as they are read. */
  constructor(
    keys: Store,
    { wrap, openedTypes, ...context }: { wrap: KeyWrap; openedTypes: readonly string[] } & Omit<CommitContext, "store">,
  ) {
    this.#keys = keys;
    this.#wrap = wrap;
    this.#context = context;
    this.#opened = new Set(openedTypes);
  }

  sealerOf(subject: Subject): Seal {
    return (text) => {
      if (text === "" || text === erasedText || sealedParts(text)?.subject === subject) return text;
      const { key } = this.#known.get(subject) ?? this.#newKey(subject);
      return key === null ? erasedText : sealedTextOf(subject, seal(key, subject, text));
    };
  }

  #newKey(subject: Subject): KnownKey {
    if (this.#known.size >= mostKnown) this.#forgetStored();
    const made = { key: randomBytes(keyBytes), fresh: true };
    this.#known.set(subject, made);
    return made;
  }

  /** One that is not stored yet is nowhere else: whoever seals with it would write what nobody can open. */
  #forgetStored(): void {
    for (const [subject, { fresh }] of this.#known) if (!fresh) this.#known.delete(subject);
  }

  /** Seals a value's texts under a subject's key, which is stored when this answers. */
  async seal(subject: Subject, text: string): Promise<string> {
    await this.#load([subject]);
    const sealed = this.sealerOf(subject)(text);
    return (await this.#store([subject])) ? sealed : this.sealerOf(subject)(text);
  }

  /** A value with every sealed text in it opened; one whose key was destroyed reads as erased. */
  async open<T>(value: T): Promise<T> {
    const subjects = subjectsIn(value);
    if (subjects.length === 0) return value;
    const keys = await this.#load(subjects);
    return mapTexts(value, (text) => {
      const parts = sealedParts(text);
      if (parts === null) return text;
      const { subject, sealed } = parts;
      // By what was just read: another call may make room in the memory meanwhile.
      const { key } = keys.get(subject) ?? this.#known.get(subject) ?? { key: null };
      return key === null ? erasedText : open(key, subject, sealed);
    });
  }

  /** Destroys subjects' keys: what was sealed under them is read by nobody any more, and nothing is sealed for them again. */
  async erase(subjects: readonly Subject[]): Promise<void> {
    const rows = await rowsAt({ store: this.#keys }, subjects.map(rowKey));
    for (const [at, subject] of subjects.entries()) {
      const row = rows[at];
      const before = row ? subjectKey.parse(row.body) : undefined;
      const now = this.#context.clock.now();
      this.#known.set(subject, { key: null, fresh: false });
      if (before?.erasedAt) continue;
      const body = { wrapped: null, madeAt: before?.madeAt ?? now, erasedAt: now };
      await this.#put({ ...keyRow(subject, body), v: (row?.v ?? 0) + 1 }, "any");
    }
  }

  /** When a subject's key was destroyed; null for one that has its key, or never had one. */
  async erasedAt(subject: Subject): Promise<Instant | null> {
    const [row] = await this.#keys.read([rowKey(subject)]);
    return row ? subjectKey.parse(row.body).erasedAt : null;
  }

  /** A store whose reads are opened, and whose writes store new subjects' keys first. */
  over(book: Store): Store {
    const opened = async (rows: readonly (Row | undefined)[]) => this.#openRows(rows);
    return {
      read: async (keys) => opened(await book.read(keys)),
      page: async (query: PageQuery) => (await opened(await book.page(query))) as readonly Row[],
      write: (writes, nonce) => this.#write(book, writes, nonce),
    };
  }

  async #openRows(rows: readonly (Row | undefined)[]): Promise<readonly (Row | undefined)[]> {
    const personal = rows.map((row) => (row && this.#opened.has(row.type) ? row.body : undefined));
    if (personal.every((body) => body === undefined)) return rows;
    const bodies = await this.open(personal);
    return rows.map((row, at) => (row && bodies[at] !== undefined ? { ...row, body: bodies[at] } : row));
  }

  async #write(book: Store, writes: readonly Write[], nonce: string): Promise<WriteResult> {
    if ([...this.#known.values()].some(({ fresh }) => fresh)) {
      const used = new Set(sealedWithin(JSON.stringify(writes)).flatMap((each) => sealedParts(each)?.subject ?? []));
      // Somebody else has made the key meanwhile: it is decided again, under that one.
      if (!(await this.#store([...used]))) return { ok: false, rows: writes.map(() => undefined) };
    }
    return book.write(writes, nonce);
  }

  /** Stores the keys of these subjects that are new; false where one of them was made by somebody else meanwhile, or erased: that one is known then. */
  async #store(subjects: readonly Subject[]): Promise<boolean> {
    let isStored = true;
    for (const subject of subjects) {
      const known = this.#known.get(subject);
      if (!known?.fresh || known.key === null) continue;
      const wrapped = await this.#wrap.wrap(subject, known.key);
      const body = { wrapped, madeAt: this.#context.clock.now(), erasedAt: null };
      const row = { ...keyRow(subject, body), ...firstLook(subject, body.madeAt) };
      if (await this.#put(row, "absent")) this.#known.set(subject, { ...known, fresh: false });
      else {
        isStored = false;
        this.#known.delete(subject);
        await this.#load([subject]);
      }
    }
    return isStored;
  }

  async #put(put: Row, expect: "absent" | "any"): Promise<boolean> {
    const nonce = this.#context.newId("req", this.#context.clock.now());
    return (await this.#keys.write([{ put, expect }], nonce)).ok;
  }

  /** Reads the keys of these subjects as they stand now; gives back those that are stored. */
  async #load(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, KnownKey>> {
    const loaded = new Map<Subject, KnownKey>();
    const rows = await rowsAt({ store: this.#keys }, subjects.map(rowKey));
    await inOrder([...subjects.entries()], atOnce, async ([at, subject]) => {
      const row = rows[at];
      if (!row) return;
      const { wrapped } = subjectKey.parse(row.body);
      const key = wrapped === null ? null : await this.#unwrap(subject, wrapped);
      loaded.set(subject, { key, fresh: false });
    });
    for (const [subject, key] of loaded) this.#known.set(subject, key);
    return loaded;
  }

  async #unwrap(subject: Subject, wrapped: string): Promise<Uint8Array> {
    const known = this.#unwrapped.get(wrapped);
    if (known) return known;
    const key = await this.#wrap.unwrap(subject, wrapped);
    if (this.#unwrapped.size >= mostKnown) this.#unwrapped.clear();
    this.#unwrapped.set(wrapped, key);
    return key;
  }
}

/** A value as whoever works may read it: opened where they may open, as it is stored elsewhere. */
export function openPersonal<T>(
  { personal }: { readonly personal?: Pick<PersonalData, "open"> },
  value: T,
): Promise<T> {
  return personal ? personal.open(value) : Promise.resolve(value);
}

/** Texts with what is sealed inside them opened, where whoever works may. */
export async function openWithin(
  { personal }: { readonly personal?: Pick<PersonalData, "open"> },
  texts: readonly string[],
): Promise<readonly string[]> {
  const sealed = [...new Set(texts.flatMap(sealedWithin))];
  if (sealed.length === 0 || !personal) return texts;
  const opened = await personal.open(sealed);
  const known = new Map(sealed.map((each, at) => [each, opened[at] ?? erasedText]));
  return texts.map((text) => mapSealedWithin(text, (each) => known.get(each) ?? erasedText));
}

function keyRow(subject: Subject, body: z.infer<typeof subjectKey>): Row {
  return { ...rowKey(subject), v: 1, type: "subject_key", body };
}

/** A payer's keys end by themselves (operations/payer-keys.ts). */
function firstLook(subject: Subject, madeAt: Instant): Pick<Row, "index"> {
  const ends = /^(account|payer):/.test(subject);
  return ends ? { index: { due: dailyIndex(rowKey(subject), addDays(madeAt, payerLookDays)) } } : {};
}

/** The same text under the same key is the same sealed text, so that a record that did not change stays the same. */
function seal(key: Uint8Array, subject: Subject, text: string): string {
  const iv = createHmac("sha256", key).update(`iv\0${text}`).digest().subarray(0, ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

function open(key: Uint8Array, subject: Subject, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const iv = bytes.subarray(0, ivBytes);
  const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(subject));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    // Somebody typed what only looks like a sealed text.
    return erasedText;
  }
}

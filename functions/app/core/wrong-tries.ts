import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { commit } from "./change.ts";
import type { CommitContext } from "./context.ts";
import type { Key, Meter, Row } from "./ports.ts";
import { actionWrites } from "./record-action.ts";
import { rowKey } from "./row-keys.ts";

/** Wrong credentials that one source may send within five minutes. */
const mostWrong = 50;

const minuteSeconds = 60;

/** What counts: the minute that runs and the five before it, so that no five minutes have more. */
const minutes = 6;

const windowSeconds = minutes * minuteSeconds;

/** Rounds against others of the same source, all of whom are counting too. */
const rounds = 3;

/** The beginning of the keys of what is counted here. */
const wrongTriesPrefix = "wrong_tries#";

/** Where a wrong credential came from, and with what request. */
export interface WrongTry {
  /** An IPv4 address or an IPv6 network, as `sourceOf` has it. */
  readonly source: string;
  readonly requestId: string;
  /** The operation that was asked for; absent where the path names none. */
  readonly action?: string;
}

/** Counts wrong credentials by source, in a row for each minute; a right one costs nothing. */
export class WrongTries {
  readonly #context: CommitContext & { readonly meter: Meter };

  constructor(context: CommitContext & { readonly meter: Meter }) {
    this.#context = context;
  }

  /** Counts one: a read and a write. The refusal where its source has sent too many, which costs the read alone; the first such is put on the audit trail. */
  async count(wrong: WrongTry): Promise<Refusal | undefined> {
    const { store, clock, newId } = this.#context;
    for (let round = 0; round < rounds; round++) {
      const now = clock.now();
      const begins = beginsOf(now);
      const keys = begins.map((begin) => minuteKey(wrong.source, begin));
      const [told, ...rows] = await store.read([toldKey(wrong.source), ...keys]);
      const counts = rows.map((row) => row?.counted ?? 0);
      if (sumOf(counts) >= mostWrong) {
        await this.#tell(wrong, told, now);
        return tooMany(now, begins, counts);
      }
      const key = keys.at(-1) ?? toldKey(wrong.source);
      const most = mostWrong - sumOf(counts.slice(0, -1));
      const written = await store.write([{ count: key, by: 1, most, ttl: ttlOf(now) }], newId("req", now));
      if (written.ok) return undefined;
    }
    return refused(1);
  }

  /** Once for each source and window, in the transaction that says that it was told. */
  async #tell({ source, requestId, action }: WrongTry, told: Row | undefined, now: Instant): Promise<void> {
    const { until = "" } = (told?.body ?? {}) as { readonly until?: string };
    if (until > now) return;
    const { meter, ...book } = this.#context;
    const put = {
      ...toldKey(source),
      ...{ v: (told?.v ?? 0) + 1, type: "wrong_tries", body: { until: addSeconds(now, windowSeconds) } },
      ttl: ttlOf(now),
    };
    // In the reason, because a stranger's entry shows no fields.
    const reason = `${source} sent ${mostWrong} wrong credentials within five minutes`;
    const context = { ...book, actor: "public", requestId, ...(action !== undefined && { action }) };
    const writes = actionWrites(context, { subject: source, reason, detail: { source } }, "try");
    const written = await commit(context, [{ put, expect: told?.v ?? "absent" }, ...writes]);
    if (written.ok) meter.count("WrongCredentials", 1);
  }
}

/** The beginnings of the minutes that count, the oldest first. */
function beginsOf(now: Instant): Instant[] {
  const current = `${now.slice(0, "2026-11-21T20:00".length)}:00.000Z`;
  return Array.from({ length: minutes }, (_, at) => addSeconds(current, (at - minutes + 1) * minuteSeconds));
}

function minuteKey(source: string, begin: Instant): Key {
  return rowKey(`${wrongTriesPrefix}${source}#${begin}`);
}

function toldKey(source: string): Key {
  return rowKey(`${wrongTriesPrefix}${source}`);
}

function ttlOf(now: Instant): number {
  return Math.ceil(Date.parse(now) / 1000) + windowSeconds + 86_400;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, each) => sum + each, 0);
}

/** Until so many of the oldest minutes are over that the rest is under the limit. */
function tooMany(now: Instant, begins: readonly Instant[], counts: readonly number[]): Refusal {
  const enough = counts.findIndex((_, at) => sumOf(counts.slice(at + 1)) < mostWrong);
  return refused(secondsBetween(now, addSeconds(begins[enough] ?? now, windowSeconds)));
}

function refused(seconds: number): Refusal {
  const retryAfterSeconds = Math.max(1, seconds);
  return new Refusal("rate_limited", "too many wrong credentials came from your address", { retryAfterSeconds });
}

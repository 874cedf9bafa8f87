import * as z from "zod";
import type { AnyRequest, TakenAs } from "../../domain/access/access-request.ts";
import { sourceOf } from "../../domain/core/client-network.ts";
import type { IdPrefix } from "../../domain/core/id.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addDays, addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import type { Transition } from "../../domain/core/transition.ts";
import { creationWrites, type RecordType } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import type { Context } from "../core/context.ts";
import type { Key, Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";

/** Requests that one source address may make within an hour. */
const most = 5;
const windowSeconds = 3600;

/** Forms with a mistake in them that one source address may send within an hour. */
const mostWrong = 30;

/** How long an e-mail address is known after it has asked: whoever asked in another's name keeps them out no longer. */
const knownDays = 30;

/** Rounds against others of the same address. At most five of those can be ahead, so the rest is for a table that is busy. */
const rounds = 25;

export interface SubmittedRequest {
  readonly requestId: string;
  readonly status: "received";
}

/** What somebody may ask for: how it is called, numbered, taken and stored. */
export interface Askable<A, S> {
  readonly called: string;
  readonly prefix: IdPrefix;
  readonly kind: RecordType<S>;
  readonly take: (input: A, as: TakenAs, now: Instant) => Transition<S>;
}

/** Where a request came from, and the language of whoever sent it. */
export interface RequestOrigin {
  readonly address: string;
  readonly locale: Locale;
}

const knownAddress = z.object({ signupId: z.string(), at: z.string() });

/** When requests of the last hour were taken from a source, and when forms with a mistake came. */
const limit = z.object({ taken: z.array(z.string()), wrong: z.array(z.string()).optional() });
type Limit = z.infer<typeof limit>;

function limitKey(source: string): Key {
  return rowKey(`signups_from#${source}`);
}

/** What a source has sent within the last hour. */
function limitOf(row: Row | undefined, now: Instant): Limit {
  if (!row) return { taken: [] };
  const since = addSeconds(now, -windowSeconds);
  const { taken, wrong = [] } = limit.parse(row.body);
  const recent = wrong.filter((at) => at > since);
  return { taken: taken.filter((at) => at > since), ...(recent.length > 0 && { wrong: recent }) };
}

/** The row of a source that has just sent something. */
function limitRow(key: Key, before: Row | undefined, body: Limit, now: Instant): Row {
  const ttl = Math.ceil(Date.parse(now) / 1000) + windowSeconds;
  return { ...key, v: (before?.v ?? 0) + 1, type: "signup_limit", body, ttl };
}

/** The moments with one more; refused where that is one too many. */
function countedNow(before: readonly Instant[], now: Instant, { most: limit, called }: Bound): Instant[] {
  const [oldest] = before;
  if (oldest === undefined || before.length < limit) return [...before, now];
  const retryAfterSeconds = Math.max(1, secondsBetween(now, addSeconds(oldest, windowSeconds)));
  throw new Refusal("rate_limited", `too many ${called} came from your address`, { retryAfterSeconds });
}

interface Bound {
  readonly most: number;
  readonly called: string;
}

/** Counts a form with a mistake in it; refuses it where its source has sent 30 within an hour. Requests without a mistake go on. */
export async function countWrongForm(context: Context, from: Pick<RequestOrigin, "address">): Promise<void> {
  const key = limitKey(sourceOf(from.address));
  for (let round = 1; round <= rounds; round++) {
    const [row] = await context.store.read([key]);
    const now = context.clock.now();
    const before = limitOf(row, now);
    const wrong = countedNow(before.wrong ?? [], now, { most: mostWrong, called: "forms with a mistake in them" });
    const put = limitRow(key, row, { ...before, wrong }, now);
    const written = await context.store.write([{ put, expect: row?.v ?? "absent" }], context.newId("req", now));
    if (written.ok) return;
  }
  throw new Refusal("rate_limited", "too many forms are under way", { retryAfterSeconds: 1 });
}

/** Where it stands that somebody has asked: found by the address's digest alone, in any case of its letters. */
export function knownAddressKey(email: string): Key {
  return rowKey(`signup_of#${secretDigest(email.toLowerCase())}`);
}

/**
 * Takes a request, five an hour from one source address. One of a known e-mail address is answered alike,
 * after the same calls, and stores nothing of what it says.
 */
export async function takeRequest<A extends Pick<AnyRequest, "contactEmail">, S>(
  context: Context,
  askable: Askable<A, S>,
  input: A,
  from: RequestOrigin,
): Promise<SubmittedRequest> {
  const source = limitKey(sourceOf(from.address));
  const known = knownAddressKey(input.contactEmail);
  for (let round = 1; round <= rounds; round++) {
    const [limited, before] = await context.store.read([source, known]);
    const now = context.clock.now();
    const sent = limitOf(limited, now);
    const taken = countedNow(sent.taken, now, { most, called: askable.called });
    const counted = limitRow(source, limited, { ...sent, taken }, now);
    const id = context.newId(askable.prefix, now);
    const stored: Write[] =
      before && isKnown(before, now)
        ? [{ check: known, expect: before.v }]
        : newRequest(context, askable, input, { id, locale: from.locale, before });
    const writes: Write[] = [{ put: counted, expect: limited?.v ?? "absent" }, ...stored];
    const written = await context.store.write(writes, context.newId("req", now));
    if (written.ok) return { requestId: id, status: "received" };
  }
  throw new Refusal("rate_limited", `too many ${askable.called} are under way`, { retryAfterSeconds: 1 });
}

function isKnown(row: Row, now: Instant): boolean {
  return addDays(knownAddress.parse(row.body).at, knownDays) > now;
}

function newRequest<A extends Pick<AnyRequest, "contactEmail">, S>(
  context: Context,
  { kind, take }: Askable<A, S>,
  input: A,
  { id, locale, before }: TakenAs & { readonly before: Row | undefined },
): Write[] {
  const now = context.clock.now();
  const transition = take(input, { id, locale }, now);
  const known: Row = {
    ...knownAddressKey(input.contactEmail),
    v: (before?.v ?? 0) + 1,
    type: "signup_address",
    body: { signupId: id, at: now },
    ttl: Math.ceil(Date.parse(addDays(now, knownDays)) / 1000),
  };
  return [{ put: known, expect: before?.v ?? "absent" }, ...creationWrites(kind, transition, context)];
}

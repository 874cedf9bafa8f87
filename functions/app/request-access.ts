import * as z from "zod";
import type { Locale } from "../domain/mail.ts";
import { Refusal } from "../domain/refusal.ts";
import { type AccessAsked, takeSignup } from "../domain/signup.ts";
import { sourceOf } from "../domain/source-address.ts";
import { addDays, addSeconds, type Instant, secondsBetween } from "../domain/time.ts";
import { hopWrites, unborn } from "./aggregate.ts";
import { secretDigest } from "./api-key.ts";
import type { Desk } from "./desk.ts";
import { rowKey } from "./kinds.ts";
import type { Key, Row, Write } from "./ports.ts";
import { signupKind } from "./signup-kind.ts";

/** Requests for access that one source address may make within an hour. */
const most = 5;
const windowSeconds = 3600;

/** How long an e-mail address is known after it has asked: whoever asked in another's name keeps them out no longer. */
const knownDays = 30;

/** Rounds against others of the same address. At most five of those can be ahead, so the rest is for a table that is busy. */
const rounds = 25;

/** What everybody is told who asks for access. */
export interface Received {
  readonly requestId: string;
  readonly status: "received";
}

const knownAddress = z.object({ signupId: z.string(), at: z.string() });

const limit = z.object({ taken: z.array(z.string()) });

function limitRow(source: string, taken: readonly Instant[], v: number): Row {
  const ttl = Math.ceil(Date.parse(taken.at(-1) ?? "") / 1000) + windowSeconds;
  return { ...rowKey(`signups_from#${source}`), v, type: "signup_limit", body: { taken }, ttl };
}

/** The requests of the last hour with one more; refused where that is one too many. */
function takenNow(row: Row | undefined, now: Instant): Instant[] {
  const since = addSeconds(now, -windowSeconds);
  const taken = row ? limit.parse(row.body).taken.filter((at) => at > since) : [];
  const [oldest] = taken;
  if (oldest === undefined || taken.length < most) return [...taken, now];
  const retryAfterSeconds = Math.max(1, secondsBetween(now, addSeconds(oldest, windowSeconds)));
  throw new Refusal("rate_limited", "too many requests for access came from your address", {
    retryAfterSeconds,
  });
}

/** Where it stands that somebody has asked: found by the address's digest alone, in any case of its letters. */
function addressKey(email: string): Key {
  return rowKey(`signup_of#${secretDigest(email.toLowerCase())}`);
}

/**
 * Takes a request for access, five an hour from one source address. One of a known e-mail address is answered alike,
 * after the same calls, and stores nothing of what it says.
 */
export async function requestAccess(
  desk: Desk,
  asked: AccessAsked,
  from: { readonly address: string; readonly locale: Locale },
): Promise<Received> {
  const source = sourceOf(from.address);
  const known = addressKey(asked.contactEmail);
  for (let round = 1; round <= rounds; round++) {
    const [limited, before] = await desk.book.read([rowKey(`signups_from#${source}`), known]);
    const now = desk.clock.now();
    const counted = limitRow(source, takenNow(limited, now), (limited?.v ?? 0) + 1);
    const id = desk.newId("sgn", now);
    const stored: Write[] =
      before && isKnown(before, now)
        ? [{ check: known, expect: before.v }]
        : newSignup(desk, id, asked, { locale: from.locale, before });
    const writes: Write[] = [{ put: counted, expect: limited?.v ?? "absent" }, ...stored];
    const written = await desk.book.write(writes, desk.newId("req", now));
    if (written.ok) return { requestId: id, status: "received" };
  }
  throw new Refusal("rate_limited", "too many requests for access are under way", { retryAfterSeconds: 1 });
}

function isKnown(row: Row, now: Instant): boolean {
  return addDays(knownAddress.parse(row.body).at, knownDays) > now;
}

function newSignup(
  desk: Desk,
  id: string,
  asked: AccessAsked,
  { locale, before }: { readonly locale: Locale; readonly before: Row | undefined },
): Write[] {
  const now = desk.clock.now();
  const hop = takeSignup(asked, { id, locale }, now);
  const known: Row = {
    ...addressKey(asked.contactEmail),
    v: (before?.v ?? 0) + 1,
    type: "signup_address",
    body: { signupId: id, at: now },
    ttl: Math.ceil(Date.parse(addDays(now, knownDays)) / 1000),
  };
  return [
    { put: known, expect: before?.v ?? "absent" },
    ...hopWrites(unborn(signupKind, hop.next), [hop], desk).writes,
  ];
}

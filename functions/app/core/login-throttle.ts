import * as z from "zod";
import { sourceOf } from "../../domain/core/client-network.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { commit } from "./change.ts";
import type { Context } from "./context.ts";
import type { Meter, Row } from "./ports.ts";
import { recordAction } from "./record-action.ts";
import { rowKey } from "./row-keys.ts";

const maxWrong = 5;

/** A source is locked for 15 minutes; wrong tokens older than that are forgotten. */
const lockSeconds = 15 * 60;

const counter = z.object({ tries: z.int(), since: z.string(), lockedUntil: z.string().nullable() });

type Counter = z.infer<typeof counter>;

function counterRow(source: string, body: Counter, v: number): Row {
  const ttl = Math.ceil(Date.parse(body.lockedUntil ?? body.since) / 1000) + lockSeconds;
  return { ...rowKey(`lockout#${source}`), v, type: "lockout", body, ttl };
}

function standing(row: Row | undefined, now: Instant): Counter {
  const fresh: Counter = { tries: 0, since: now, lockedUntil: null };
  if (!row) return fresh;
  const state = readBody(counter, row.body);
  const over = addSeconds(state.since, lockSeconds);
  return (state.lockedUntil ?? over) > now ? state : fresh;
}

function locked(until: Instant, now: Instant): Refusal {
  const retryAfterSeconds = Math.max(1, secondsBetween(now, until));
  return new Refusal("rate_limited", "too many wrong tokens came from your address", { retryAfterSeconds });
}

/** Counts a try before the token is looked at, so that of any number at once no more than five are. */
async function takeTry(context: Context, source: string): Promise<number> {
  for (;;) {
    const [row] = await context.store.read([rowKey(`lockout#${source}`)]);
    const now = context.clock.now();
    const state = standing(row, now);
    if (state.lockedUntil !== null) throw locked(state.lockedUntil, now);
    const tries = state.tries + 1;
    const lockedUntil = tries >= maxWrong ? addSeconds(now, lockSeconds) : null;
    const put = counterRow(source, { ...state, tries, lockedUntil }, (row?.v ?? 0) + 1);
    // Whoever is faster takes a try too, so this ends after five rounds.
    const written = await commit(context, [{ put, expect: row?.v ?? "absent" }]);
    if (written.ok) return tries;
  }
}

/** Takes back that a try was counted. */
async function giveBack(context: Context, source: string): Promise<void> {
  for (;;) {
    const [row] = await context.store.read([rowKey(`lockout#${source}`)]);
    if (!row) return;
    const state = readBody(counter, row.body);
    const tries = Math.max(0, state.tries - 1);
    const put = counterRow(source, { ...state, tries, lockedUntil: null }, row.v + 1);
    if ((await commit(context, [{ put, expect: row.v }])).ok) return;
  }
}

async function forget(context: Context, source: string): Promise<void> {
  for (;;) {
    const [row] = await context.store.read([rowKey(`lockout#${source}`)]);
    if (!row) return;
    const { pk, sk, v } = row;
    const written = await commit(context, [{ remove: { pk, sk }, expect: v }]);
    if (written.ok) return;
  }
}

/** What `find` finds. A find of nothing counts against the address's source, whose whole /64 an IPv6 address stands for; the fifth in a row locks it, and while it is locked nothing is looked for. What is found forgets the wrong ones before it; where it is not the whole of a sign-in, it only does not count. */
export async function throttleLogin<T>(
  context: Context & { readonly meter: Meter },
  address: string,
  find: () => Promise<T | undefined>,
  isWhole: (found: T) => boolean = () => true,
): Promise<T | undefined> {
  const source = sourceOf(address);
  const tries = await takeTry(context, source);
  const found = await find();
  if (found !== undefined) await (isWhole(found) ? forget : giveBack)(context, source);
  else if (tries >= maxWrong) {
    // In the reason, because a stranger's entry shows no fields.
    const reason = `${source} was locked after five wrong tokens`;
    await recordAction(context, { subject: source, reason, detail: { address } });
    context.meter.count("SignInLockout", 1);
  }
  return found;
}

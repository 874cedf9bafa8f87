import { commit } from "./change.ts";
import type { CommitContext } from "./context.ts";
import { keyUseWrite, useEveryMs } from "./key-use.ts";
import type { Write } from "./ports.ts";
import { rowKey } from "./row-keys.ts";

/** A bucket of `burst` requests that refills by `perSecond`. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a caller is told of its limit: requests, and seconds until the bucket is full again. */
export interface RateState {
  readonly limit: number;
  /** Requests a second that the bucket refills by. */
  readonly perSecond: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** 0 when the request may go on, else the seconds until the next one may. */
  readonly waitSeconds: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
  /** Spent here since the shared bucket was last written. */
  spent: number;
  syncedMs: number;
  v: number;
  sharedTokens: number;
  sharedMs: number;
}

const syncEveryMs = 1000;

/** When a Lambda that lost every attempt shares again: not together with those that won. */
const lostSyncMs = 500;

/** How long a shared bucket is kept after its last request: it is full again long before. */
const rememberedSeconds = 86_400;

/** Keys whose use is remembered to be written down. */
const mostKeys = 10_000;

/** Limits each tenant's requests over all Lambdas: counted in memory, shared through the book at most once a second. Which key was used goes along, once in five minutes. */
export class RateLimiter {
  readonly #context: CommitContext;
  readonly #limit: RateLimit;
  readonly #buckets = new Map<string, Bucket>();
  /** By key, when its use is to be written down next. */
  readonly #dueMs = new Map<string, number>();

  constructor(context: CommitContext, limit: RateLimit) {
    this.#context = context;
    this.#limit = limit;
  }

  async spend(tenantId: string, keyId?: string): Promise<RateState> {
    const nowMs = Date.parse(this.#context.clock.now());
    const bucket = this.#buckets.get(tenantId) ?? this.#fresh(nowMs);
    this.#buckets.set(tenantId, bucket);
    bucket.tokens = this.#filled(bucket.tokens, bucket.atMs, nowMs);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1)
      return this.#state(bucket, Math.max(1, Math.ceil((1 - bucket.tokens) / this.#limit.perSecond)));
    bucket.tokens -= 1;
    bucket.spent += 1;
    const used = keyId !== undefined && (this.#dueMs.get(keyId) ?? 0) <= nowMs ? keyId : undefined;
    if (used !== undefined || nowMs - bucket.syncedMs >= syncEveryMs) await this.#share(tenantId, bucket, nowMs, used);
    return this.#state(bucket, 0);
  }

  /** When a key's use is written down again. */
  #told(keyId: string, dueMs: number): void {
    if (this.#dueMs.size >= mostKeys) this.#dueMs.clear();
    this.#dueMs.set(keyId, dueMs);
  }

  #fresh(nowMs: number): Bucket {
    const { burst } = this.#limit;
    return { tokens: burst, atMs: nowMs, spent: 0, syncedMs: 0, v: 0, sharedTokens: burst, sharedMs: nowMs };
  }

  #filled(tokens: number, fromMs: number, nowMs: number): number {
    return Math.min(this.#limit.burst, tokens + (Math.max(0, nowMs - fromMs) / 1000) * this.#limit.perSecond);
  }

  async #share(tenantId: string, bucket: Bucket, nowMs: number, usedKey: string | undefined): Promise<void> {
    bucket.syncedMs = nowMs;
    const uses: Write[] = usedKey === undefined ? [] : [keyUseWrite(usedKey, new Date(nowMs).toISOString())];
    for (let attempt = 1; attempt <= 2; attempt++) {
      // Never back in time: what another Lambda has already refilled would be refilled once more.
      const atMs = Math.max(nowMs, bucket.sharedMs);
      const filled = this.#filled(bucket.sharedTokens, bucket.sharedMs, atMs);
      // What several Lambdas gave away in the same second is owed, else each would refill on its own.
      const tokens = Math.max(-this.#limit.burst, filled - bucket.spent);
      const put = {
        ...rowKey(`rate#${tenantId}`),
        v: bucket.v + 1,
        type: "rate",
        body: { tokens, atMs },
        ttl: Math.ceil(nowMs / 1000) + rememberedSeconds,
      };
      const written = await commit(this.#context, [{ put, expect: bucket.v === 0 ? "absent" : bucket.v }, ...uses]);
      if (written.ok) {
        if (usedKey !== undefined) this.#told(usedKey, nowMs + useEveryMs);
        Object.assign(bucket, { v: put.v, spent: 0, tokens, atMs, sharedTokens: tokens, sharedMs: atMs });
        return;
      }
      const current = written.rows[0];
      if (!current) {
        // Forgotten meanwhile, or busy: whichever it is, the next attempt tells.
        bucket.v = 0;
        continue;
      }
      const body = current.body as { tokens: number; atMs: number };
      Object.assign(bucket, { v: current.v, sharedTokens: body.tokens, sharedMs: body.atMs });
    }
    // What it spent is still to be shared, but what the others spent is known, and binds it from now on.
    const known = this.#filled(bucket.sharedTokens, bucket.sharedMs, nowMs) - bucket.spent;
    bucket.tokens = Math.min(bucket.tokens, known);
    bucket.syncedMs = nowMs - syncEveryMs + lostSyncMs;
    if (usedKey !== undefined) this.#told(usedKey, nowMs + lostSyncMs);
  }

  #state(bucket: Bucket, waitSeconds: number): RateState {
    const { burst, perSecond } = this.#limit;
    return {
      limit: burst,
      perSecond,
      remaining: Math.max(0, Math.floor(bucket.tokens)),
      resetSeconds: Math.ceil((burst - bucket.tokens) / perSecond),
      waitSeconds,
    };
  }
}

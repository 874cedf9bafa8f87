import { type PlanName, planNames, plans } from "../../domain/screening/plan.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { CommitContext } from "../core/context.ts";
import { RateLimiter, type RateState } from "../core/rate-limit.ts";
import { rowKey } from "../core/row-keys.ts";
import { accountRecordType } from "./account-record.ts";

const rememberMs = 55_000;
const mostRemembered = 10_000;

/** Limits each account's requests by its plan. A plan is remembered for under 60 s. */
export class PlanLimiter {
  readonly #context: CommitContext;
  readonly #limiters: Readonly<Record<PlanName, RateLimiter>>;
  readonly #remembered = new Map<string, { plan: PlanName; until: number }>();

  constructor(context: CommitContext) {
    this.#context = context;
    const limiters = planNames.map((name) => [name, new RateLimiter(context, plans[name])]);
    this.#limiters = Object.fromEntries(limiters) as Record<PlanName, RateLimiter>;
  }

  async spend(accountId: string, keyId?: string): Promise<RateState> {
    return this.#limiters[await this.#planOf(accountId)].spend(accountId, keyId);
  }

  async #planOf(accountId: string): Promise<PlanName> {
    const nowMs = Date.parse(this.#context.clock.now());
    const known = this.#remembered.get(accountId);
    if (known && known.until > nowMs) return known.plan;
    const [row] = await this.#context.store.read([rowKey(accountId)]);
    const plan = loadAggregate(accountRecordType, row)?.state.plan ?? "free";
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(accountId, { plan, until: nowMs + rememberMs });
    return plan;
  }
}

import type { RateState } from "../app/core/rate-limit.ts";
import { Refusal } from "../domain/core/refusal.ts";
import type { Principal } from "./operation-types.ts";
import { problem, type Reply } from "./problem.ts";

/** What limits tenants' requests, and what their plans have left. */
export interface Limits {
  readonly limiter?: { spend(tenantId: string): Promise<RateState> };
  /** What every answer to a tenant says of its plan, unless the handler has said it. */
  readonly usage?: (tenantId: string) => Promise<Readonly<Record<string, string>>>;
}

/** Answers a tenant within its limits, and tells it what is left of them; others have none. */
export async function withinLimits(
  { limiter, usage }: Limits,
  { kind, tenantId }: Principal,
  requestId: string,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  if (kind !== "tenant") return answer();
  const rate = await limiter?.spend(tenantId);
  const reply = rate && rate.waitSeconds > 0 ? tooMany(rate, requestId) : await answer();
  const left = "x-usage-limit" in reply.headers ? undefined : await usage?.(tenantId);
  return { ...reply, headers: { ...left, ...reply.headers, ...rateHeaders(rate) } };
}

function tooMany({ waitSeconds }: RateState, requestId: string): Reply {
  return problem(
    new Refusal("rate_limited", "too many requests", { retryAfterSeconds: waitSeconds }),
    requestId,
  );
}

function rateHeaders(rate: RateState | undefined): Record<string, string> {
  if (!rate) return {};
  return {
    "ratelimit-limit": String(rate.limit),
    "ratelimit-remaining": String(rate.remaining),
    "ratelimit-reset": String(rate.resetSeconds),
  };
}

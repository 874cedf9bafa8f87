import type { RateState } from "../../app/core/rate-limit.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { HttpMiddleware, HttpRequest, RequestState } from "../request.ts";

/** What limits tenants' requests, and what their plans have left. */
export interface Limits {
  readonly limiter?: { spend(tenantId: string, keyId?: string): Promise<RateState> };
  /** What every reply to a tenant says of its plan, unless the handler has said it. */
  readonly usage?: (tenantId: string) => Promise<Readonly<Record<string, string>>>;
}

/** Keeps a tenant within its rate, and says in its replies and refusals what is left; other callers have no limits. */
export function tenantLimits({ limiter, usage }: Limits): HttpMiddleware {
  const addHeaders = async ({ internal: state }: HttpRequest) => {
    const { limited, principal, reply }: Partial<RequestState> = state;
    if (!limited || !principal) return;
    state.limited = undefined;
    if (!(reply && "x-usage-limit" in reply.headers)) state.headersBefore = (await usage?.(principal.tenantId)) ?? {};
    state.headersAfter = rateHeaders(limited.rate);
  };
  return {
    before: async ({ internal: state }) => {
      const { kind, tenantId, key } = state.principal;
      if (kind !== "tenant") return;
      const rate = await limiter?.spend(tenantId, key?.id);
      state.limited = { rate };
      if (rate && rate.waitSeconds > 0)
        throw new Refusal("rate_limited", "too many requests", { retryAfterSeconds: rate.waitSeconds });
    },
    after: addHeaders,
    onError: async (request) => {
      if (!(request.error instanceof Refusal)) return;
      try {
        await addHeaders(request);
      } catch (error) {
        // What is left could not be read: that is the problem now.
        request.error = error;
      }
    },
  };
}

function rateHeaders(rate: RateState | undefined): Record<string, string> {
  if (!rate) return {};
  return {
    "ratelimit-limit": String(rate.limit),
    "ratelimit-policy": `${rate.perSecond};w=1;burst=${rate.limit}`,
    "ratelimit-remaining": String(rate.remaining),
    "ratelimit-reset": String(rate.resetSeconds),
  };
}

import { Refusal } from "../../domain/core/refusal.ts";
import { isFromSource } from "../../domain/tenants/source-range.ts";
import { addressOf } from "../read-request.ts";
import type { HttpMiddleware } from "../request.ts";

/** Refuses a key that is used from elsewhere than it was made for, before anything is counted for whoever owns it: a key that was stolen takes nothing of its owner's rate. */
export function keySource({ behindForwarder = false }: { readonly behindForwarder?: boolean }): HttpMiddleware {
  return {
    before: ({ internal: { event, principal } }) => {
      const ranges = principal.key?.sourceRanges ?? null;
      if (ranges === null) return;
      const source = addressOf(event, behindForwarder);
      if (isFromSource(source, ranges)) return;
      throw new Refusal("source_not_allowed", `this API key is not for use from ${source}`, { extra: { source } });
    },
  };
}

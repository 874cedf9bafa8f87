import type { StoredResponse } from "../../../functions/app/core/idempotent-operation.ts";
import type { PayRequest } from "../../../functions/app/settlement/pay-invoice.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { Ending } from "./scheduler.ts";

/** What a client asks for; the same key with the same words may be asked by several clients at once. */
export type Ask = PayRequest;

/** What a client was told in the end. */
export type Answer =
  | { readonly kind: "told"; readonly told: StoredResponse }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** A client that asks until it has an answer. */
export interface Asker {
  readonly ask: Ask;
  tries: number;
  answer: Answer | undefined;
}

const again: ReadonlySet<string> = new Set([
  "idempotency_in_progress",
  "version_conflict",
  "rail_unavailable",
  "provider_unavailable",
  "rate_limited",
]);

/** What a well-behaved client makes of a call that was not answered with a result. */
export function mayAskAgain(
  ending: Exclude<Ending<unknown>, { kind: "done" }>,
): { inSeconds: number } | { refused: Refusal } {
  if (ending.kind === "crashed" || !(ending.error instanceof Refusal)) return { inSeconds: 2 };
  const { code, detail } = ending.error;
  return again.has(code) ? { inSeconds: detail.retryAfterSeconds ?? 1 } : { refused: ending.error };
}

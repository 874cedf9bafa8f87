import type { IdempotentRequest } from "../../../functions/app/core/idempotency-claim.ts";

/** An account's request, under a key where one is said. */
export function requestOf(
  tenantId: string,
  { key = "", fingerprint = "", operation = "screenBatch" } = {},
): IdempotentRequest {
  return { tenantId, operation, idempotencyKey: key, fingerprint };
}

import type { IdempotentRequest } from "../../app/core/idempotency-claim.ts";
import type { Operation } from "../../http/operation.ts";
import type { Call } from "../../http/operation-types.ts";

/** A tenant's call as its Idempotency-Key knows it. */
export function idempotentRequest({
  principal: { tenantId },
  operation,
  idempotencyKey,
  fingerprint,
}: Pick<Call<Operation>, "principal" | "operation" | "idempotencyKey" | "fingerprint">): IdempotentRequest {
  return { tenantId, operation, idempotencyKey, fingerprint };
}

import type { IdempotentRequest } from "../app/core/idempotency-claim.ts";
import type { Operation } from "./operation.ts";
import type { Call } from "./operation-types.ts";

/** A call as its Idempotency-Key knows it: the tenant's, or the operator's who makes it. */
export function idempotentRequest({
  principal: { tenantId, actor },
  operation,
  idempotencyKey,
  fingerprint,
  rawFingerprint,
}: Pick<
  Call<Operation>,
  "principal" | "operation" | "idempotencyKey" | "fingerprint" | "rawFingerprint"
>): IdempotentRequest {
  return { tenantId: tenantId || actor, operation, idempotencyKey, fingerprint, rawFingerprint };
}

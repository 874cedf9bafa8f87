import type { RefusalCode } from "../domain/core/refusal.ts";
import type { Operation } from "./operation.ts";

/** Refusals that follow from an operation's shape, beside those it lists; an unknown query parameter is refused everywhere. */
function impliedRefusals(op: Operation): RefusalCode[] {
  const implied: RefusalCode[] = [op.invalidAs ?? "validation_error"];
  if (op.method !== "GET") implied.push("invalid_json", "body_too_large", "unsupported_media_type");
  if (op.idempotencyKey) implied.push("idempotency_key_required", "idempotency_key_too_long");
  if (op.caller === "vendor") implied.push("invalid_signature", "stale_signature");
  else if (op.caller !== "public") implied.push("missing_api_key", "invalid_api_key");
  if (op.caller === "tenant") implied.push("rate_limited");
  if (op.params) implied.push(op.absentAs ?? "not_found");
  return implied;
}

/** Every refusal an operation can give. */
export function refusalsOf(op: Operation): RefusalCode[] {
  return [...new Set([...impliedRefusals(op), ...op.refusals])];
}

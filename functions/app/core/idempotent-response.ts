import type { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import {
  answeredClaim,
  claimKey,
  claimWrite,
  judgeClaim,
  type KeyedRequest,
  readClaim,
  runningClaim,
} from "./idempotency-claim.ts";
import type { Key, Row, Write } from "./ports.ts";

/** A key answers for at least 30 days. */
const keptDays = 31;

/** Where the answer under a request's key is; nowhere where it came without one. */
export function keptKeys(request: KeyedRequest): readonly Key[] {
  return request.idempotencyKey === "" ? [] : [claimKey(request)];
}

/** The answer under a key, as it was kept, or the no to another body under it; undefined where there is none. */
export function keptAnswer(
  row: Row | undefined,
  { fingerprint }: KeyedRequest,
  now: Instant,
): { readonly answer: unknown } | Refusal | undefined {
  const claim = readClaim(row);
  const judged = claim && judgeClaim(claim, fingerprint, now);
  if (judged === undefined || judged === "dead") return undefined;
  if (!("kind" in judged)) return judged;
  return judged.kind === "result" ? { answer: judged.result } : undefined;
}

/** Keeps an answer under a key, in the transaction of what it tells of; `row` is what was there, and is lost to whoever was faster. */
export function keepAnswer(request: KeyedRequest, answer: unknown, now: Instant, row: Row | undefined): Write {
  const running = runningClaim(request, {}, now, readClaim(row));
  return claimWrite(answeredClaim(running, { kind: "result", result: answer }), keptDays);
}

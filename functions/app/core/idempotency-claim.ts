import { createHash, createHmac } from "node:crypto";
import * as z from "zod";
import { canonicalJson } from "../../domain/core/canonical-json.ts";
import { Refusal, refusalCodes } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addDays, addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { claimIndex } from "./due-index.ts";
import type { Key, Row, Write } from "./ports.ts";

/** How long a request may work on its claim before another may take it over: its Lambda's 28 s and a margin. */
const leaseSeconds = 35;

/** What a claim answers with: the result as it was told, or the refusal. */
const outcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("result"), result: z.unknown() }),
  z.object({
    kind: z.literal("refusal"),
    code: z.enum(refusalCodes),
    message: z.string(),
    detail: z.record(z.string(), z.unknown()),
    requestId: z.string(),
  }),
]);

export type Outcome = z.infer<typeof outcome>;

/** An idempotency claim: whose key, on what, with which ids, and what came of it. `command` lets anyone continue it. */
export const claimBody = z.object({
  operation: z.string(),
  tenantId: z.string(),
  fingerprint: z.string(),
  /** `freed`: nothing was made under it, and the key may be used anew; the row stays, so that no version of it comes twice. */
  status: z.enum(["running", "done", "freed"]),
  leaseUntil: z.string(),
  command: z.record(z.string(), z.unknown()),
  outcome: outcome.nullable(),
  /** Its answer tells of something that was there before. */
  madeNothing: z.literal(true).optional(),
  createdAt: z.string(),
});

export type ClaimBody = z.infer<typeof claimBody>;

/** A claim as read or written. Its version is its fence: every write of the holder expects the version it last wrote. */
export interface Claim {
  readonly key: Key;
  readonly v: number;
  readonly body: ClaimBody;
}

/** Who calls what with which key; `tenantId` is the operator's own name where one calls. */
export interface IdempotentRequest {
  readonly tenantId: string;
  readonly operation: string;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  /** The fingerprint that the release before gave this request; its claims answer for a month. */
  readonly rawFingerprint?: string | undefined;
}

/** What makes two requests the same: the record that is meant, the query, and the body as parsed, whatever its white space and the order of its keys (decisions, "Idempotency"). HMAC-SHA-256 under the Idempotency-Key, hex: who reads a claim, which has no more than the key's digest, can try no guess of what was sent. */
export function fingerprintOf(
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  idempotencyKey: string,
): string {
  return createHmac("sha256", idempotencyKey).update(canonicalJson(request)).digest("hex");
}

/** The same of a form, hex: HMAC-SHA-256 under the form's nonce, of which a claim has no more than the digest. An account number has few digits, and what a plain digest is of could be guessed. */
export function formFingerprintOf(rawFingerprint: string, nonce: string): string {
  return createHmac("sha256", nonce).update(rawFingerprint).digest("hex");
}

/** SHA-256 over path and raw body, hex: of what the release before claimed. */
export function rawFingerprintOf(path: string, rawBody: string): string {
  return createHash("sha256").update(path).update("\0").update(rawBody).digest("hex");
}

/** Where the claim of a request lives: scoped to tenant, method and route, and key. */
export function claimKey(request: Pick<IdempotentRequest, "tenantId" | "operation" | "idempotencyKey">): Key {
  const digest = createHash("sha256").update(request.idempotencyKey).digest("hex");
  return { pk: `claim#${request.tenantId}#${request.operation}#${digest}`, sk: "row" };
}

export function readClaim(row: Row | undefined): Claim | undefined {
  return row && { key: { pk: row.pk, sk: row.sk }, v: row.v, body: readBody(claimBody, row.body) };
}

/** What an earlier claim means for a request: its answer, a refusal, or `dead` when it may be taken over. */
export function judgeClaim(
  claim: Claim,
  { fingerprint, rawFingerprint }: Pick<IdempotentRequest, "fingerprint" | "rawFingerprint">,
  now: Instant,
): Outcome | Refusal | "dead" {
  if (![fingerprint, rawFingerprint].includes(claim.body.fingerprint))
    return new Refusal("idempotency_key_reuse", "this Idempotency-Key was used with another request");
  if (claim.body.outcome !== null) return claim.body.outcome;
  const left = secondsBetween(now, claim.body.leaseUntil);
  return left > 0 ? inProgress(left) : "dead";
}

/** The same key is being worked on; ask again after `seconds`. */
export function inProgress(seconds: number): Refusal {
  return new Refusal("idempotency_in_progress", "a request with this Idempotency-Key is still running", {
    retryAfterSeconds: Math.max(1, seconds),
  });
}

/** A claim that its holder works on until the lease ends. */
export function runningClaim(
  request: IdempotentRequest,
  command: ClaimBody["command"],
  now: Instant,
  freed: Claim | undefined,
): Claim {
  return {
    key: claimKey(request),
    v: (freed?.v ?? 0) + 1,
    body: {
      operation: request.operation,
      tenantId: request.tenantId,
      fingerprint: request.fingerprint,
      status: "running",
      leaseUntil: addSeconds(now, leaseSeconds),
      command,
      outcome: null,
      createdAt: now,
    },
  };
}

export function nextClaim(claim: Claim, change: Partial<ClaimBody>): Claim {
  return { key: claim.key, v: claim.v + 1, body: { ...claim.body, ...change } };
}

export function doneClaim(claim: Claim, answer: Outcome): Claim {
  return nextClaim(claim, { status: "done", outcome: answer });
}

/** A claim whose holder took over a dead one; nobody else can write with the old version any more. */
export function takenOver(claim: Claim, now: Instant): Claim {
  return nextClaim(claim, { leaseUntil: addSeconds(now, leaseSeconds) });
}

/** What a refusal is stored as, so that its replay is the same to the byte. */
export function refusalOutcome(refusal: Refusal, requestId: string): Outcome {
  const { code, message, detail } = refusal;
  return { kind: "refusal", code, message, detail: { ...detail }, requestId };
}

/** A claim under which nothing was made is forgotten after this; one that made a payment is kept with it. */
const refusalDays = 31;

/** A freed claim outlives everybody who may still hold an older version of it. */
const freedDays = 1;

/** Writes a claim: where none has been when its version is 1, else over the version before. A running one is due when its lease ends; one that is kept for so many days is forgotten then, and carried on by nobody but who asks again. */
export function claimWrite(claim: Claim, storedDays?: number): Write {
  const { key, v, body } = claim;
  const row: Row = {
    ...key,
    v,
    type: "claim",
    body,
    ...(body.status === "running" && storedDays === undefined
      ? { index: { due: claimIndex(key, body.leaseUntil) } }
      : {}),
    ...ttlOf(body, storedDays),
  };
  return { put: row, expect: v === 1 ? "absent" : v - 1 };
}

function ttlOf(body: ClaimBody, storedDays: number | undefined): { ttl?: number } {
  const seconds = (from: Instant, days: number) => ({ ttl: Math.floor(Date.parse(addDays(from, days)) / 1000) });
  if (storedDays !== undefined) return seconds(body.createdAt, storedDays);
  if (body.status === "freed") return seconds(body.leaseUntil, freedDays);
  const isNothing = body.outcome?.kind === "refusal" || body.madeNothing === true;
  return isNothing ? seconds(body.createdAt, refusalDays) : {};
}

export function freeClaim(claim: Claim): Write {
  return claimWrite(nextClaim(claim, { status: "freed" }));
}

/** A claim that is made with its answer. */
export function answeredClaim(claim: Claim, answer: Outcome): Claim {
  return { ...doneClaim(claim, answer), v: claim.v };
}

/** A key answers for at least 30 days. */
export const storedDays = 31;

/** Where the answer under a request's key is; nowhere where it came without one. */
export function responseKeys(request: IdempotentRequest): readonly Key[] {
  return request.idempotencyKey === "" ? [] : [claimKey(request)];
}

/** The answer under a key, as it was kept, or the no to another body under it; undefined where there is none. */
export function storedAnswer(
  row: Row | undefined,
  request: IdempotentRequest,
  now: Instant,
): { readonly answer: unknown } | Refusal | undefined {
  const claim = readClaim(row);
  const judged = claim && judgeClaim(claim, request, now);
  if (judged === undefined || judged === "dead") return undefined;
  if (!("kind" in judged)) return judged;
  return judged.kind === "result" ? { answer: judged.result } : undefined;
}

/** Keeps an answer under a key, in the transaction of what it tells of; `row` is what was there, and is lost to whoever was faster. */
export function keepAnswer(request: IdempotentRequest, answer: unknown, now: Instant, row: Row | undefined): Write {
  const running = runningClaim(request, {}, now, readClaim(row));
  return claimWrite(answeredClaim(running, { kind: "result", result: answer }), storedDays);
}

import { Refusal, refusalTerms } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { attempts, commit, versionConflict } from "./change.ts";
import type { CommitContext, Context } from "./context.ts";
import {
  answeredClaim,
  type Claim,
  type ClaimBody,
  claimKey,
  claimWrite,
  doneClaim,
  freeClaim,
  type IdempotentRequest,
  inProgress,
  judgeClaim,
  nextClaim,
  type Outcome,
  readClaim,
  refusalOutcome,
  runningClaim,
  takenOver,
} from "./idempotency-claim.ts";
import type { Key, Row, Write } from "./ports.ts";

/** What claims a key, and the request that a stored refusal names. */
type IdempotencyContext = CommitContext & Pick<Context, "requestId">;

/** The response of a money route as its claim stores it; `replayed` when the claim answered. */
export interface StoredResponse {
  readonly outcome: Outcome;
  readonly replayed: boolean;
}

/** What a fresh call comes to before anything outside is asked. With an outcome it ends there, in one transaction with what it writes. */
export interface StartedOperation {
  readonly command: ClaimBody["command"];
  readonly outcome?: Outcome;
  readonly also?: readonly Write[];
  /** The answer is of something that was there before: its claim is forgotten like a refusal's. */
  readonly madeNothing?: true;
}

/** A money route: what it reads beside its claim, and how it begins and goes on. */
export interface IdempotentRoute<S> {
  readonly keys: readonly Key[];
  /** Reads what `keys` asked for; throws what is refused before the key is looked at. */
  see(rows: readonly (Row | undefined)[]): S;
  /** The first decision. A refusal that no key keeps frees the key again. */
  begin(snapshot: S, now: Instant): StartedOperation | Refusal | Promise<StartedOperation | Refusal>;
  /** What a key keeps of a call that was refused at once, so that its claim tells what was asked. */
  refused(now: Instant): ClaimBody["command"];
  /** Carries a claimed call to its end from wherever it stands. */
  carryOn(claim: Claim, snapshot: S): Promise<Outcome>;
}

/** Whether a refusal is an answer that its key keeps. */
export function isStored(refusal: Refusal): boolean {
  return refusalTerms(refusal.code).stored === true;
}

/** Runs a money route under its key: a claim answers, is waited for, or, when its holder died, is taken over and carried on. */
export async function runIdempotent<S>(
  context: IdempotencyContext,
  request: IdempotentRequest,
  route: IdempotentRoute<S>,
): Promise<StoredResponse> {
  const key = claimKey(request);
  let isClaimLost = false;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const now = context.clock.now();
    const [claimRow, ...rows] = await context.store.read([key, ...route.keys]);
    const snapshot = route.see(rows);
    const known = readClaim(claimRow);
    const [claim, freed] = known?.body.status === "freed" ? [undefined, known] : [known, undefined];
    const judged = claim && judgeClaim(claim, request, now);
    if (judged instanceof Refusal) throw judged;
    if (judged && judged !== "dead") return { outcome: judged, replayed: true };
    const begun = claim
      ? { claim: takenOver(claim, now), also: [] }
      : await begin(context, request, route, { snapshot, now, freed });
    const written = await context.store.write([...begun.also, claimWrite(begun.claim)], context.newId("req", now));
    if (written.ok) {
      const { outcome } = begun.claim.body;
      return { outcome: outcome ?? (await route.carryOn(begun.claim, snapshot)), replayed: false };
    }
    isClaimLost = written.rows.some((row) => row?.pk === key.pk);
  }
  // Another request has this key; or others, under keys of their own, had what it is about.
  throw isClaimLost ? inProgress(1) : versionConflict();
}

async function begin<S>(
  context: IdempotencyContext,
  request: IdempotentRequest,
  route: IdempotentRoute<S>,
  { snapshot, now, freed }: { readonly snapshot: S; readonly now: Instant; readonly freed: Claim | undefined },
): Promise<{ readonly claim: Claim; readonly also: readonly Write[] }> {
  const begun = await route.begin(snapshot, now);
  if (begun instanceof Refusal) {
    if (!isStored(begun)) throw begun;
    const outcome = refusalOutcome(begun, context.requestId);
    return { claim: answeredClaim(runningClaim(request, route.refused(now), now, freed), outcome), also: [] };
  }
  const { command, outcome, also = [], madeNothing } = begun;
  const running = runningClaim(request, command, now, freed);
  if (!outcome) return { claim: running, also };
  const claim = answeredClaim(running, outcome);
  return { claim: madeNothing ? { ...claim, body: { ...claim.body, madeNothing } } : claim, also };
}

/** Carries a call on whose holder died, in nobody's name; the answer waits on the claim. */
export async function continueIdempotent<S>(
  context: CommitContext,
  claim: Claim,
  route: IdempotentRoute<S>,
): Promise<void> {
  const now = context.clock.now();
  if (claim.body.status !== "running" || claim.body.leaseUntil > now) return;
  const [current, ...rows] = await context.store.read([claim.key, ...route.keys]);
  if (current?.v !== claim.v) return;
  const snapshot = route.see(rows);
  const held = takenOver(claim, now);
  const written = await context.store.write([claimWrite(held)], context.newId("req", now));
  if (written.ok) await route.carryOn(held, snapshot);
}

/** The request that a claim was made for, as far as carrying it on needs it. */
export function requestOf({ body }: Claim): IdempotentRequest {
  const { tenantId, operation, fingerprint } = body;
  return { tenantId, operation, fingerprint, idempotencyKey: "" };
}

/** Ends a claim with a refusal that its key keeps; one that no key keeps frees the key and is thrown. */
export async function refuseLiveClaim(
  context: IdempotencyContext,
  claim: Claim,
  refusal: Refusal,
  also: readonly Write[] = [],
): Promise<Outcome> {
  const isAnswer = isStored(refusal);
  const outcome = refusalOutcome(refusal, context.requestId);
  const last = isAnswer ? claimWrite(doneClaim(claim, outcome)) : freeClaim(claim);
  const written = await commit(context, [...also, last]);
  if (!isAnswer) throw refusal;
  if (!written.ok) throw inProgress(1);
  return outcome;
}

/** Lets the next request with this key carry the call on at once. */
async function endLease(context: CommitContext, claim: Claim): Promise<void> {
  const now = context.clock.now();
  await context.store.write([claimWrite(nextClaim(claim, { leaseUntil: now }))], context.newId("req", now));
}

/** The rail gave no answer: the next request with this key asks it again. */
export async function railSilent(context: CommitContext, claim: Claim): Promise<Refusal> {
  await endLease(context, claim);
  return new Refusal("rail_unavailable", "the rail did not answer; repeat with the same key", { retryAfterSeconds: 2 });
}

/** Others were faster, again and again: the next request with this key carries the call on. */
export async function raceLost(context: CommitContext, claim: Claim): Promise<Refusal> {
  await endLease(context, claim);
  return versionConflict();
}

import { Refusal } from "../../domain/core/refusal.ts";
import { commit, versionConflict } from "./change.ts";
import type { CommitContext, Context } from "./context.ts";
import {
  answeredClaim,
  type Claim,
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
  storedDays,
  takenOver,
} from "./idempotency-claim.ts";
import { isStored, type StoredResponse } from "./idempotent-operation.ts";
import type { Row, Store, Write } from "./ports.ts";
import { UnitOfWork } from "./unit-of-work.ts";

type CallContext = CommitContext & Pick<Context, "requestId">;

/** Rounds against others who change the same records: as many as the use case with the most has by itself. */
const rounds = 12;

/** What a key says of a request: its answer, or what a new claim of it goes on from. */
type Standing = { readonly response: StoredResponse } | { readonly claim?: Claim | undefined; readonly freed?: Claim };

async function standingOf({ store, clock }: CommitContext, request: IdempotentRequest): Promise<Standing> {
  const [row] = await store.read([claimKey(request)]);
  const known = readClaim(row);
  if (!known) return {};
  if (known.body.status === "freed") return { freed: known };
  const judged = judgeClaim(known, request, clock.now());
  if (judged instanceof Refusal) throw judged;
  return judged === "dead" ? { claim: known } : { response: { outcome: judged, replayed: true } };
}

/** Runs a call whose writes are one transaction, and writes its answer under its key with them: afterwards either both are there or nothing is. `call` gets the store that holds its writes back, and is run anew where they lost a race. */
export async function commitWithAnswer(
  context: CallContext,
  request: IdempotentRequest,
  call: (store: Store) => Promise<unknown>,
): Promise<StoredResponse> {
  let lost: readonly (Row | undefined)[] = [];
  for (let round = 1; round <= rounds; round++) {
    const standing = await standingOf(context, request);
    if ("response" in standing) return standing.response;
    const unit = new UnitOfWork(context.store, lost);
    const end = await endOf(context, () => call(unit));
    const written = await commit(context, [...unit.writes, ...claimsOf(context, request, standing, end)]);
    if (written.ok) return responseOf(end);
    lost = written.rows;
  }
  throw versionConflict();
}

function claimsOf(
  { clock }: CommitContext,
  request: IdempotentRequest,
  { claim, freed }: Exclude<Standing, { response: unknown }>,
  { outcome }: CallEnd,
): Write[] {
  if (!outcome) return [];
  const fresh = runningClaim(request, {}, clock.now(), claim ?? freed);
  return [claimWrite(answeredClaim(fresh, outcome), storedDays)];
}

function responseOf(end: CallEnd): StoredResponse {
  if (end.refusal || !end.outcome) throw end.refusal;
  return { outcome: end.outcome, replayed: false };
}

/** What a call comes to: its answer, or its refusal, which is an answer too where a key keeps it. */
type CallEnd =
  | { readonly outcome: Outcome; readonly refusal?: Refusal }
  | { readonly outcome?: undefined; readonly refusal: Refusal };

async function endOf({ requestId }: Pick<Context, "requestId">, call: () => Promise<unknown>): Promise<CallEnd> {
  try {
    return { outcome: { kind: "result", result: await call() } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return isStored(error) ? { outcome: refusalOutcome(error, requestId), refusal: error } : { refusal: error };
  }
}

/** Runs a call that is more than one transaction: its key is claimed first, and answered afterwards. One that died is done again by the next request with its key, under the request id of the first, from which it takes the ids of what it makes. */
export async function claimThenAnswer(
  context: CallContext,
  request: IdempotentRequest,
  call: (requestId: string) => Promise<unknown>,
): Promise<StoredResponse> {
  for (let round = 1; round <= rounds; round++) {
    const standing = await standingOf(context, request);
    if ("response" in standing) return standing.response;
    const now = context.clock.now();
    const command = { requestId: context.requestId };
    const claim = standing.claim ? takenOver(standing.claim, now) : runningClaim(request, command, now, standing.freed);
    // Nobody carries it on but who asks again, so it is due to nobody.
    const written = await commit(context, [claimWrite(claim, storedDays)]);
    if (written.ok) return answerClaim(context, claim, call);
  }
  throw inProgress(1);
}

async function answerClaim(
  context: CallContext,
  claim: Claim,
  call: (requestId: string) => Promise<unknown>,
): Promise<StoredResponse> {
  const { requestId } = claim.body.command;
  const first = typeof requestId === "string" ? requestId : context.requestId;
  let end: CallEnd;
  try {
    end = await endOf(context, () => call(first));
  } catch (error) {
    // Whatever went wrong is what is told; a lease that cannot be ended ends by itself.
    await release(context, claim).catch(() => undefined);
    throw error;
  }
  if (end.outcome) {
    const written = await commit(context, [claimWrite(doneClaim(claim, end.outcome), storedDays)]);
    if (!written.ok) throw inProgress(1);
  } else if (end.refusal.detail.retryAfterSeconds === undefined) await commit(context, [freeClaim(claim)]);
  else await release(context, claim);
  return responseOf(end);
}

/** Lets the next request with this key do it again at once. */
async function release(context: CommitContext, claim: Claim): Promise<void> {
  await commit(context, [claimWrite(nextClaim(claim, { leaseUntil: context.clock.now() }), storedDays)]);
}

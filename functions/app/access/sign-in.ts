import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Passkey, PasskeyPolicy } from "../../domain/access/passkey.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds } from "../../domain/core/time.ts";
import { secretDigest } from "../core/api-key.ts";
import { change, commit } from "../core/change.ts";
import type { Credential, CredentialCheck } from "../core/console-sessions.ts";
import { carriedEnd, endedIds, freshSecret, type SessionTerms, sessionBeginning } from "../core/console-sessions.ts";
import type { Context } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import { actionWrites } from "../core/record-action.ts";
import { rowKey } from "../core/row-keys.ts";
import { endingChecks, endings, readEndings } from "../core/session-endings.ts";
import { passkeysCheck, passkeysWrite, readPasskeys, type StoredPasskeys } from "./operator-passkeys.ts";
import type { PasskeyJudge } from "./ports.ts";

/** Whoever gave a right token has five minutes for the passkey. */
const pendingSeconds = 5 * 60;

const pendingSignIn = z.object({
  id: z.string(),
  actor: z.string(),
  tokenSha256: z.string().nullable(),
  endings,
  /** What is still to be done: a passkey of theirs presented, or their first one made. */
  kind: z.enum(["present", "enrol"]),
  /** What the passkey signs, once. */
  challenge: z.string(),
  /** The place of the console that they wanted to see. */
  next: z.string(),
  expiresAt: z.string(),
});

/** A sign-in whose token was right and whose passkey is still awaited: it opens nothing. */
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** How a sign-in began: with a session, or with a passkey still to come. */
export interface SignInBeginning {
  readonly secret: string;
  readonly isPending: boolean;
  readonly writes: Write[];
}

/** What a sign-in goes by beside the credential. */
export interface SignInTerms extends SessionTerms {
  readonly policy: PasskeyPolicy;
  readonly next: string;
}

function pendingKey(sha256: string) {
  return rowKey(`sign-in#${sha256}`);
}

/** Something fresh for a passkey to sign. */
export function freshChallenge(): string {
  return randomBytes(32).toString("base64url");
}

/** The writes that begin a sign-in: a session for who needs no passkey (an IAM principal, whose account has its own rules, or an operator without one where none is required), else a sign-in that waits for it. */
export async function signInBeginning(context: Context, who: Credential, terms: SignInTerms): Promise<SignInBeginning> {
  const { actor } = who;
  if (!actor.startsWith("operator:")) return { ...(await sessionBeginning(context, who, terms)), isPending: false };
  const kept = await readPasskeys(context, actor);
  if (kept.passkeys.length === 0 && terms.policy === "optional") {
    const { secret, writes } = await sessionBeginning(context, who, terms);
    return { secret, writes: [...writes, passkeysCheck(actor, kept)], isPending: false };
  }
  const now = context.clock.now();
  const secret = freshSecret(actor);
  const stands = await readEndings(context, actor);
  const state: PendingSignIn = {
    ...{ ...who, id: context.newId("ses", now), endings: stands, next: terms.next },
    kind: kept.passkeys.length === 0 ? "enrol" : "present",
    challenge: freshChallenge(),
    expiresAt: addSeconds(now, pendingSeconds),
  };
  const ttl = Math.ceil(Date.parse(state.expiresAt) / 1000);
  const put: Row = { ...pendingKey(secretDigest(secret)), v: 1, type: "sign_in", body: state, ttl };
  const carried = await carriedEnd(context, terms.carriedSha256);
  const entry = {
    subject: state.id,
    reason: "gave a token and was asked for a passkey",
    detail: { address: terms.address, ...endedIds(carried) },
  };
  const audited = actionWrites({ ...context, actor }, entry);
  const writes: Write[] = [{ put, expect: "absent" }, ...endingChecks(actor, stands), ...audited];
  return { secret, isPending: true, writes: [...writes, ...carried.map(({ write }) => write)] };
}

/** Begins a sign-in by a token. Its secret is in the answer and nowhere else. */
export function beginSignIn(context: Context, who: Credential, terms: SignInTerms): Promise<SignInBeginning> {
  return change(context, async () => {
    const begun = await signInBeginning(context, who, terms);
    return { writes: begun.writes, result: begun };
  });
}

interface Found {
  readonly row: Row;
  readonly state: PendingSignIn;
  readonly kept: StoredPasskeys;
}

function notSignedIn(): Refusal {
  return new Refusal("not_signed_in", "this sign-in has been used or is over");
}

async function findPending(context: Context, sha256: string, stands: CredentialCheck): Promise<Found> {
  const [row] = await context.store.read([pendingKey(sha256)]);
  if (row?.type !== "sign_in") throw notSignedIn();
  const state = readBody(pendingSignIn, row.body);
  const now = await readEndings(context, state.actor);
  const isEnded = now.own !== state.endings.own || now.all !== state.endings.all;
  if (isEnded || state.expiresAt <= context.clock.now() || !(await stands(state))) throw notSignedIn();
  return { row, state, kept: await readPasskeys(context, state.actor) };
}

/** A sign-in that waits for its passkey, and the passkeys that it may be. Refuses one that was used, is over, or whose token is not theirs any more. */
export async function pendingOf(
  context: Context,
  secretSha256: string,
  stands: CredentialCheck,
): Promise<{ state: PendingSignIn; passkeys: readonly Passkey[] }> {
  const { state, kept } = await findPending(context, secretSha256, stands);
  return { state, passkeys: kept.passkeys };
}

/** What finishes a sign-in. */
export interface SignInFinish extends SessionTerms {
  readonly sha256: string;
  readonly answer: string;
  readonly stands: CredentialCheck;
  readonly judge: PasskeyJudge;
}

/** A challenge is for one answer: a wrong one ends the sign-in. */
async function useUp(context: Context, { pk, sk, v }: Row): Promise<undefined> {
  await commit(context, [{ remove: { pk, sk }, expect: v }]);
  return undefined;
}

/** Begins the session of a sign-in whose passkey signed its challenge; undefined for a wrong answer. Either way it is used up, and of two answers at once one counts. */
export async function presentPasskey(
  context: Context,
  { sha256, answer, stands, judge, ...terms }: SignInFinish,
): Promise<{ secret: string; next: string } | undefined> {
  const { row, state, kept } = await findPending(context, sha256, stands);
  if (state.kind !== "present") return useUp(context, row);
  const { actor, tokenSha256, challenge, next } = state;
  const used = kept.passkeys.find(({ id }) => id === idIn(answer));
  const counter = used && (await judge.assertion(answer, challenge, used));
  if (!used || counter === undefined) return useUp(context, row);
  const now = context.clock.now();
  const after = kept.passkeys.map((each) => (each === used ? { ...each, counter, lastUsedAt: now } : each));
  const begun = await sessionBeginning(context, { actor, tokenSha256, passkeyId: used.id }, terms);
  const { pk, sk, v } = row;
  const writes: Write[] = [{ remove: { pk, sk }, expect: v }, passkeysWrite(actor, after, kept.v), ...begun.writes];
  if (!(await commit(context, writes)).ok) throw notSignedIn();
  return { secret: begun.secret, next };
}

/** Keeps an operator's first passkey and begins their session, which ends all that began before; undefined for a wrong answer. Either way the sign-in is used up. */
export async function enrolPasskey(
  context: Context,
  { sha256, answer, stands, judge, name, ...terms }: SignInFinish & { readonly name: string },
): Promise<{ secret: string; next: string } | undefined> {
  const { row, state, kept } = await findPending(context, sha256, stands);
  const made = state.kind === "enrol" && kept.passkeys.length === 0 && (await judge.creation(answer, state.challenge));
  if (!made) return useUp(context, row);
  const { actor, tokenSha256, next } = state;
  const now = context.clock.now();
  const keys = [{ ...made, name, createdAt: now, lastUsedAt: now }];
  const who = { actor, tokenSha256, passkeyId: made.id };
  const begun = await sessionBeginning(context, who, terms, "ends others");
  const entry = {
    subject: state.id,
    reason: "registered their first passkey",
    detail: { name, address: terms.address },
  };
  const { pk, sk, v } = row;
  const writes: Write[] = [
    { remove: { pk, sk }, expect: v },
    passkeysWrite(actor, keys, kept.v),
    ...actionWrites({ ...context, actor }, entry),
    ...begun.writes,
  ];
  if (!(await commit(context, writes)).ok) throw notSignedIn();
  return { secret: begun.secret, next };
}

const named = z.object({ id: z.string() });

/** The passkey that an answer says it is of. */
function idIn(answer: string): string | undefined {
  try {
    return named.parse(JSON.parse(answer)).id;
  } catch {
    return undefined; // what cannot be read is of no passkey
  }
}

import * as z from "zod";
import { mostPasskeys, type Passkey } from "../../domain/access/passkey.ts";
import { operatorName } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds } from "../../domain/core/time.ts";
import { change, commit } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import { actionWrites } from "../core/record-action.ts";
import { rowKey } from "../core/row-keys.ts";
import { endingWrite } from "../core/session-endings.ts";
import { passkeysWrite, readPasskeys, type StoredPasskeys, signInWithPasskey } from "./operator-passkeys.ts";
import type { PasskeyJudge } from "./ports.ts";
import { freshChallenge } from "./sign-in.ts";

const challengeSeconds = 5 * 60;

const passkeyChallenge = z.object({ challenge: z.string(), expiresAt: z.string() });

/** A session that would add a passkey: the digest of its secret, and the passkey that it began with. */
export interface AddingSession {
  readonly sha256: string;
  readonly passkeyId: string | null;
}

function challengeKey({ sha256 }: AddingSession) {
  return rowKey(`passkey-challenge#${sha256}`);
}

/** Refuses who came without a passkey though they have one, who comes by IAM, and who has as many as there is room for. */
function refusalOf(
  { actor }: Context,
  { passkeyId }: AddingSession,
  { passkeys }: StoredPasskeys,
): Refusal | undefined {
  if (!actor.startsWith("operator:"))
    return new Refusal("passkey_required", "a passkey is for who signs in by a token: IAM has its own second factor");
  if (passkeys.length > 0 && passkeyId === null) return signInWithPasskey();
  if (passkeys.length >= mostPasskeys)
    return new Refusal("validation_error", `at most ${mostPasskeys} passkeys: take one away first`);
  return undefined;
}

/** Makes what a new passkey of the asking operator signs: good for five minutes and one answer. */
export function askForPasskey(
  context: Context,
  session: AddingSession,
): Promise<{ challenge: string; passkeys: readonly Passkey[] }> {
  return change(context, async () => {
    const kept = await readPasskeys(context, context.actor);
    const refused = refusalOf(context, session, kept);
    if (refused) return refused;
    const [before] = await context.store.read([challengeKey(session)]);
    const body = { challenge: freshChallenge(), expiresAt: addSeconds(context.clock.now(), challengeSeconds) };
    const ttl = Math.ceil(Date.parse(body.expiresAt) / 1000);
    const put: Row = { ...challengeKey(session), v: (before?.v ?? 0) + 1, type: "passkey_challenge", body, ttl };
    return { writes: [{ put, expect: before?.v ?? "absent" }], result: { ...body, passkeys: kept.passkeys } };
  });
}

/** Keeps a new passkey of the asking operator; undefined for a wrong answer, which uses the challenge up all the same. The first one ends all of their sessions, which began without it. */
export async function addPasskey(
  context: Context,
  session: AddingSession,
  { answer, name, judge }: { readonly answer: string; readonly name: string; readonly judge: PasskeyJudge },
): Promise<{ isFirst: boolean } | undefined> {
  const { actor } = context;
  const [row] = await context.store.read([challengeKey(session)]);
  const asked = row?.type === "passkey_challenge" ? readBody(passkeyChallenge, row.body) : undefined;
  const now = context.clock.now();
  if (!row || !asked || asked.expiresAt <= now) return undefined;
  const kept = await readPasskeys(context, actor);
  const refused = refusalOf(context, session, kept);
  if (refused) throw refused;
  const made = await judge.creation(answer, asked.challenge);
  const { pk, sk, v } = row;
  const used: Write = { remove: { pk, sk }, expect: v };
  if (!made || kept.passkeys.some(({ id }) => id === made.id)) {
    await commit(context, [used]);
    return undefined;
  }
  const isFirst = kept.passkeys.length === 0;
  const subject = `passkeys#${operatorName(actor).toLowerCase()}`;
  const reason = isFirst ? "registered their first passkey" : "registered another passkey";
  const writes: Write[] = [
    used,
    passkeysWrite(actor, [...kept.passkeys, { ...made, name, createdAt: now, lastUsedAt: null }], kept.v),
    ...actionWrites(context, { subject, reason, detail: { name } }),
    ...(isFirst ? [await endingWrite(context, actor)] : []),
  ];
  return (await commit(context, writes)).ok ? { isFirst } : undefined;
}

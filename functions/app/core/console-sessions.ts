import { randomBytes } from "node:crypto";
import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { secretDigest } from "./api-key.ts";
import { commit } from "./change.ts";
import type { Context } from "./context.ts";
import type { Row, Write } from "./ports.ts";
import { actionWrites } from "./record-action.ts";
import { rowKey } from "./row-keys.ts";

/** A session ends 8 hours after it began, whatever happens. */
const sessionSeconds = 8 * 3600;

/** It ends sooner when nothing was asked for half an hour. */
const idleSeconds = 30 * 60;

/** A one-use link can be used for five minutes. */
const linkSeconds = 5 * 60;

/** When a session was last used is written at most this often. */
const seenEverySeconds = 60;

const session = z.object({
  id: z.string(),
  actor: z.string(),
  /** The token that was signed in with, as SHA-256; null where a one-use link was followed. */
  tokenSha256: z.string().nullable(),
  createdAt: z.string(),
  seenAt: z.string(),
});

/** An operator's session in a browser. Its secret is known to the browser alone; rows are found by its SHA-256. */
export type Session = z.infer<typeof session>;

const link = z.object({ actor: z.string(), expiresAt: z.string() });

function freshSecret(): string {
  return randomBytes(32).toString("base64url");
}

function sessionRow(sha256: string, state: Session, v: number): Row {
  const ttl = Math.ceil(Date.parse(state.createdAt) / 1000) + sessionSeconds;
  return { ...rowKey(`session#${sha256}`), v, type: "session", body: state, ttl };
}

function linkRow(sha256: string, state: z.infer<typeof link>): Row {
  const ttl = Math.ceil(Date.parse(state.expiresAt) / 1000);
  return { ...rowKey(`console-link#${sha256}`), v: 1, type: "console_link", body: state, ttl };
}

function begun(
  context: Context,
  who: Pick<Session, "actor" | "tokenSha256">,
  address: string,
): { secret: string; writes: Write[] } {
  const now = context.clock.now();
  const secret = freshSecret();
  const state: Session = { ...who, id: context.newId("ses", now), createdAt: now, seenAt: now };
  const entry = { subject: state.id, reason: "signed in to the console", detail: { address } };
  const put = sessionRow(secretDigest(secret), state, 1);
  return { secret, writes: [{ put, expect: "absent" }, ...actionWrites({ ...context, actor: who.actor }, entry)] };
}

/** Begins a session; its secret is in the answer and nowhere else. */
export async function beginSession(
  context: Context,
  who: Pick<Session, "actor" | "tokenSha256">,
  address: string,
): Promise<string> {
  const { secret, writes } = begun(context, who, address);
  await commit(context, writes);
  return secret;
}

function lasts({ createdAt, seenAt }: Session, now: Instant): boolean {
  return addSeconds(createdAt, sessionSeconds) > now && addSeconds(seenAt, idleSeconds) > now;
}

/** The session behind a secret, if it lasts; using it keeps it awake. */
export async function findSession(context: Context, secret: string): Promise<Session | undefined> {
  const sha256 = secretDigest(secret);
  const [row] = await context.store.read([rowKey(`session#${sha256}`)]);
  if (row?.type !== "session") return undefined;
  const state = readBody(session, row.body);
  const now = context.clock.now();
  if (!lasts(state, now)) return undefined;
  // A lost race means that somebody else just wrote the same.
  if (secondsBetween(state.seenAt, now) >= seenEverySeconds)
    await commit(context, [{ put: sessionRow(sha256, { ...state, seenAt: now }, row.v + 1), expect: row.v }]);
  return state;
}

/** Ends a session; ending it twice is the same. */
export async function endSession(context: Context, sha256: string): Promise<void> {
  for (;;) {
    const [row] = await context.store.read([rowKey(`session#${sha256}`)]);
    if (row?.type !== "session") return;
    const entry = { subject: session.parse(row.body).id, reason: "signed out of the console" };
    if ((await commit(context, [{ remove: row, expect: row.v }, ...actionWrites(context, entry)])).ok) return;
  }
}

/** Makes a link by which the asking operator may begin one session, for five minutes. */
export async function mintLink(context: Context): Promise<{ secret: string; expiresAt: Instant }> {
  const secret = freshSecret();
  const expiresAt = addSeconds(context.clock.now(), linkSeconds);
  const put = linkRow(secretDigest(secret), { actor: context.actor, expiresAt });
  const entry = { reason: "minted a link to the console", detail: { expiresAt } };
  await commit(context, [{ put, expect: "absent" }, ...actionWrites(context, entry)]);
  return { secret, expiresAt };
}

async function standingLink(context: Context, secret: string): Promise<{ row: Row; actor: string }> {
  const [row] = await context.store.read([rowKey(`console-link#${secretDigest(secret)}`)]);
  const found = row?.type === "console_link" ? link.parse(row.body) : undefined;
  if (!row || !found || found.expiresAt <= context.clock.now())
    throw new Refusal("not_found", "this link has been used or is over");
  return { row, actor: found.actor };
}

/** Whom a link would sign in; looking at it does not use it up. */
export async function whoseLink(context: Context, secret: string): Promise<string> {
  return (await standingLink(context, secret)).actor;
}

/** Uses a link up and begins its session. Of two who try at once one gets in. */
export async function useLink(context: Context, secret: string, address: string): Promise<string> {
  const { row, actor } = await standingLink(context, secret);
  const made = begun(context, { actor, tokenSha256: null }, address);
  const { pk, sk } = row;
  if ((await commit(context, [{ remove: { pk, sk }, expect: row.v }, ...made.writes])).ok) return made.secret;
  throw new Refusal("not_found", "this link has been used or is over");
}

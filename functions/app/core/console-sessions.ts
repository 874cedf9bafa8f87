import { randomBytes } from "node:crypto";
import * as z from "zod";
import { operatorName } from "../../domain/core/operator.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { secretDigest } from "./api-key.ts";
import { change, commit } from "./change.ts";
import type { Context } from "./context.ts";
import type { Row, Write } from "./ports.ts";
import { actionWrites } from "./record-action.ts";
import { rowKey } from "./row-keys.ts";
import {
  endingChecks,
  endingKeys,
  endings,
  endingsOf,
  endingWrite,
  markOf,
  readEndings,
  sessionMark,
} from "./session-endings.ts";

/** A session ends 8 hours after it began, whatever happens. */
const sessionSeconds = 8 * 3600;

/** It ends sooner when nothing was asked for half an hour. */
const idleSeconds = 30 * 60;

/** When a session was last used is written at most this often. */
const seenEverySeconds = 60;

const session = z.object({
  id: z.string(),
  actor: z.string(),
  /** The token that was signed in with, or that minted the link, as SHA-256; null where an IAM principal did. */
  tokenSha256: z.string().nullable(),
  endings: endings.default({ own: 0, all: 0 }),
  /** The passkey that was presented, by its credential; null where none was. */
  passkeyId: z.string().nullable().default(null),
  /** Where it began. */
  address: z.string().default("unknown"),
  createdAt: z.string(),
  seenAt: z.string(),
});

/** An operator's session in a browser. Its secret is known to the browser alone; rows are found by its SHA-256. */
export type Session = z.infer<typeof session>;

/** Who signs in, and by which token of theirs; an IAM principal has none. */
export type Credential = Pick<Session, "actor" | "tokenSha256">;

/** Who begins a session: by a credential, and by a passkey where one was presented. */
export type SignedIn = Credential & Partial<Pick<Session, "passkeyId">>;

/** Whether what somebody signed in by still opens the door. */
export type CredentialCheck = (credential: Credential) => Promise<boolean>;

/** A secret for an operator's browser to keep. */
export function freshSecret(actor: string): string {
  return randomBytes(24).toString("base64url") + sessionMark(actor);
}

const listIndex = "list";

function listName(name: string | null): string {
  return name === null ? "all#session" : `session#${name.toLowerCase()}`;
}

function sessionRow(sha256: string, state: Session, v: number): Row {
  const ttl = Math.ceil(Date.parse(state.createdAt) / 1000) + sessionSeconds;
  const place = `${state.createdAt}#${state.id}`;
  const index = { [listIndex]: [listName(null), place], group: [listName(operatorName(state.actor)), place] } as const;
  return { ...rowKey(`session#${sha256}`), v, type: "session", body: state, index, ttl };
}

/** A session that ends as another begins. */
interface SessionEnd {
  readonly id: string;
  readonly write: Write;
}

/** What a session is begun by, beside its operator. */
export interface SessionTerms {
  readonly address: string;
  /** How many sessions an operator has at once; whichever was used longest ago ends for a new one. */
  readonly mostSessions: number;
  /** The session that the browser had until then, by its digest; it ends, whoever's it is. */
  readonly carriedSha256?: string | undefined;
}

/** What one sign-in ends at most: a transaction has room for a hundred writes. */
const mostEnded = 20;

async function endsOf({ store }: Pick<Context, "store">, digests: readonly string[]): Promise<SessionEnd[]> {
  if (digests.length === 0) return [];
  const rows = await store.read(digests.map((sha256) => rowKey(`session#${sha256}`)));
  return rows.flatMap((row) => {
    if (row?.type !== "session") return [];
    const { pk, sk, v, body } = row;
    return [{ id: readBody(session, body).id, write: { remove: { pk, sk }, expect: v } }];
  });
}

/** The end of the session that a browser had until it signed in again: nobody could use it any more but who took it. */
export function carriedEnd(context: Pick<Context, "store">, carriedSha256: string | undefined): Promise<SessionEnd[]> {
  return endsOf(context, carriedSha256 === undefined ? [] : [carriedSha256]);
}

/** The ends of those sessions of an operator for which there is no room beside a new one. */
async function unusedEnds(context: Context, actor: string, terms: SessionTerms): Promise<SessionEnd[]> {
  const all = await listSessions(context, operatorName(actor));
  const left = all
    .filter(({ sha256 }) => sha256 !== terms.carriedSha256)
    .toSorted((one, other) => (one.seenAt < other.seenAt ? 1 : -1));
  return endsOf(
    context,
    left
      .slice(terms.mostSessions - 1)
      .slice(-mostEnded)
      .map(({ sha256 }) => sha256),
  );
}

/** The writes that begin a session, for a transaction that does more; they are lost where sessions are ended meanwhile. It may end all those that the operator has. Its secret is in the answer and nowhere else. */
export async function sessionBeginning(
  context: Context,
  who: SignedIn,
  terms: SessionTerms,
  others?: "ends others",
): Promise<{ secret: string; writes: Write[] }> {
  const { address } = terms;
  const carried = await carriedEnd(context, terms.carriedSha256);
  const unused = others ? [] : await unusedEnds(context, who.actor, terms);
  const ends = [...carried, ...unused];
  const now = context.clock.now();
  const secret = freshSecret(who.actor);
  const before = await readEndings(context, who.actor);
  const stands = others ? { ...before, own: before.own + 1 } : before;
  const id = context.newId("ses", now);
  const state: Session = { passkeyId: null, ...who, id, endings: stands, address, createdAt: now, seenAt: now };
  const entry = { subject: id, reason: "signed in to the console", detail: { address, ...endedIds(ends) } };
  const put = sessionRow(secretDigest(secret), state, 1);
  const [ofOwn, ofAll] = endingChecks(who.actor, before);
  const checks = [others ? await endingWrite(context, who.actor) : ofOwn, ofAll];
  const audited = actionWrites({ ...context, actor: who.actor }, entry);
  return { secret, writes: [{ put, expect: "absent" }, ...checks, ...audited, ...ends.map(({ write }) => write)] };
}

/** The sessions that end, as an entry names them. */
export function endedIds(ends: readonly SessionEnd[]): { ended?: string[] } {
  return ends.length === 0 ? {} : { ended: ends.map(({ id }) => id) };
}

/** Begins a session; its secret is in the answer and nowhere else. */
export function beginSession(context: Context, who: SignedIn, terms: SessionTerms): Promise<string> {
  return change(context, async () => {
    const { secret, writes } = await sessionBeginning(context, who, terms);
    return { writes, result: secret };
  });
}

function lasts({ createdAt, seenAt }: Session, now: Instant): boolean {
  return addSeconds(createdAt, sessionSeconds) > now && addSeconds(seenAt, idleSeconds) > now;
}

function isOf(state: Session, rows: readonly (Row | undefined)[]): boolean {
  const { own, all } = endingsOf(rows);
  return state.endings.own === own && state.endings.all === all;
}

/** The session behind a secret, if it lasts and was not ended; using it keeps it awake. */
export async function findSession(context: Context, secret: string): Promise<Session | undefined> {
  const sha256 = secretDigest(secret);
  const mark = markOf(secret);
  const [row, ...ended] = await context.store.read([rowKey(`session#${sha256}`), ...endingKeys(mark)]);
  if (row?.type !== "session") return undefined;
  const state = readBody(session, row.body);
  const now = context.clock.now();
  if (sessionMark(state.actor) !== mark || !isOf(state, ended) || !lasts(state, now)) return undefined;
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

/** A session in a list of them, and the key by which it is ended. */
export interface ListedSession extends Session {
  readonly sha256: string;
}

/** More than people have open; whoever has more ends all of them. */
const mostListed = 100;

/** The sessions that last, newest first, at most 100: an operator's by name, or everybody's. */
export async function listSessions(context: Context, name: string | null): Promise<ListedSession[]> {
  const index = name === null ? listIndex : "group";
  const rows = await context.store.page({ index, pk: listName(name), limit: mostListed, newestFirst: true });
  const now = context.clock.now();
  const found = rows.flatMap(({ pk, body, type }) =>
    type === "session" ? [{ ...readBody(session, body), sha256: pk.slice("session#".length) }] : [],
  );
  const keys = [...new Set(found.map(({ actor }) => sessionMark(actor)))];
  if (keys.length === 0) return [];
  // Everybody's row is the same for all of them, and is read once.
  const [, everybody] = endingKeys("");
  const [all, ...own] = await context.store.read([everybody, ...keys.map((mark) => endingKeys(mark)[0])]);
  return found.filter((state) => lasts(state, now) && isOf(state, [own[keys.indexOf(sessionMark(state.actor))], all]));
}

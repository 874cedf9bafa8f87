import { randomBytes } from "node:crypto";
import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import { secretDigest } from "./api-key.ts";
import { commit } from "./change.ts";
import type { Credential, CredentialCheck } from "./console-sessions.ts";
import type { Context } from "./context.ts";
import type { Row, Write } from "./ports.ts";
import { actionWrites } from "./record-action.ts";
import { rowKey } from "./row-keys.ts";
import { endings, readEndings } from "./session-endings.ts";

/** A one-use link can be used for five minutes. */
const linkSeconds = 5 * 60;

const link = z.object({
  actor: z.string(),
  /** The token that minted it, as SHA-256; null where an IAM principal did. */
  tokenSha256: z.string().nullable().default(null),
  endings: endings.default({ own: 0, all: 0 }),
  expiresAt: z.string(),
});

function linkRow(sha256: string, state: z.infer<typeof link>): Row {
  const ttl = Math.ceil(Date.parse(state.expiresAt) / 1000);
  return { ...rowKey(`console-link#${sha256}`), v: 1, type: "console_link", body: state, ttl };
}

/** Makes a link by which the asking operator may begin one session, for five minutes; the token that they ask with is what the session will stand on. */
export async function mintLink(
  context: Context,
  tokenSha256: string | null,
): Promise<{ secret: string; expiresAt: Instant }> {
  const secret = randomBytes(32).toString("base64url");
  const { actor } = context;
  const expiresAt = addSeconds(context.clock.now(), linkSeconds);
  const state = { actor, tokenSha256, endings: await readEndings(context, actor), expiresAt };
  const entry = { reason: "minted a link to the console", detail: { expiresAt } };
  const put = linkRow(secretDigest(secret), state);
  await commit(context, [{ put, expect: "absent" }, ...actionWrites(context, entry)]);
  return { secret, expiresAt };
}

function isOver(): Refusal {
  return new Refusal("not_found", "this link has been used or is over");
}

async function standingLink(
  context: Context,
  secret: string,
  stands: CredentialCheck,
): Promise<{ row: Row; who: Credential }> {
  const [row] = await context.store.read([rowKey(`console-link#${secretDigest(secret)}`)]);
  const found = row?.type === "console_link" ? link.parse(row.body) : undefined;
  if (!row || !found || found.expiresAt <= context.clock.now()) throw isOver();
  const { actor, tokenSha256 } = found;
  const now = await readEndings(context, actor);
  const isEnded = now.own !== found.endings.own || now.all !== found.endings.all;
  if (isEnded || !(await stands({ actor, tokenSha256 }))) throw isOver();
  return { row, who: { actor, tokenSha256 } };
}

/** Whom a link would sign in; looking at it does not use it up. */
export async function whoseLink(context: Context, secret: string, stands: CredentialCheck): Promise<string> {
  return (await standingLink(context, secret, stands)).who.actor;
}

/** Uses a link up and begins what it is for. Of two who try at once one gets in. */
export async function useLink<B extends { readonly writes: readonly Write[] }>(
  context: Context,
  secret: string,
  stands: CredentialCheck,
  begin: (who: Credential) => Promise<B>,
): Promise<B> {
  const { row, who } = await standingLink(context, secret, stands);
  const begun = await begin(who);
  const { pk, sk } = row;
  if ((await commit(context, [{ remove: { pk, sk }, expect: row.v }, ...begun.writes])).ok) return begun;
  throw isOver();
}

import { type OperatorRole, operatorName } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { type ListedSession, listSessions } from "../core/console-sessions.ts";
import type { Context } from "../core/context.ts";
import { readPasskeys } from "./operator-passkeys.ts";
import { listOperators, readRole } from "./operator-roles.ts";

/** An operator as an admin sees them: their role, what they have open, and when they signed in last, where that is still known. */
export interface OperatorOverview {
  readonly name: string;
  readonly role: OperatorRole;
  readonly changedAt: Instant | null;
  readonly changedBy: string | null;
  /** Whether they have a token. */
  readonly isByToken: boolean;
  readonly sessions: number;
  readonly passkeys: number;
  readonly signedInAt: Instant | null;
}

function newest(moments: readonly (Instant | null)[]): Instant | null {
  const known = moments.filter((each) => each !== null);
  return known.toSorted().at(-1) ?? null;
}

/** Those who are signed in by IAM and were never given a role. */
async function unlisted(context: Context, names: ReadonlySet<string>, sessions: readonly ListedSession[]) {
  const actors = new Map(sessions.map(({ actor }) => [operatorName(actor).toLowerCase(), actor]));
  const others = [...actors].filter(([name]) => !names.has(name));
  return Promise.all(
    others.map(async ([name, actor]) => {
      const role = await readRole(context.store, actor);
      return { name, role, changedAt: null, changedBy: null };
    }),
  );
}

/** Everybody who was given a role, has a token or is signed in, by name. Of all sessions the newest 100 are counted. */
export async function overviewOperators(context: Context, tokenNames: readonly string[]): Promise<OperatorOverview[]> {
  const [known, sessions] = await Promise.all([listOperators(context, tokenNames), listSessions(context, null)]);
  const more = await unlisted(context, new Set(known.map(({ name }) => name)), sessions);
  const withToken = new Set(tokenNames.map((name) => name.toLowerCase()));
  const all = [...known, ...more].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return Promise.all(
    all.map(async (each) => {
      const own = sessions.filter(({ actor }) => operatorName(actor).toLowerCase() === each.name);
      const { passkeys } = await readPasskeys(context, `operator:${each.name}`);
      const signedIn = [...own.map(({ createdAt }) => createdAt), ...passkeys.map(({ lastUsedAt }) => lastUsedAt)];
      const counts = { sessions: own.length, passkeys: passkeys.length, signedInAt: newest(signedIn) };
      return { ...each, isByToken: withToken.has(each.name), ...counts };
    }),
  );
}

/** One operator by their name, in letters of any case. */
export async function overviewOperator(
  context: Context,
  name: string,
  tokenNames: readonly string[],
): Promise<OperatorOverview> {
  const all = await overviewOperators(context, tokenNames);
  const found = all.find((each) => each.name === name.toLowerCase());
  if (!found) throw new Refusal("not_found", "no operator of this name is on record or signed in");
  return found;
}

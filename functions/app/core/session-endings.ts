import { createHash } from "node:crypto";
import * as z from "zod";
import { operatorName } from "../../domain/core/operator.ts";
import type { Context } from "./context.ts";
import type { Key, Row, Write } from "./ports.ts";
import { rowKey } from "./row-keys.ts";

/** How often an operator's sessions, and everybody's, had been ended when something began: it has ended once either is another. */
export const endings = z.object({ own: z.int(), all: z.int() });

export type Endings = z.infer<typeof endings>;

const markLength = 11;

/** Names an operator's sessions, whatever door they come by; a session's secret ends with it, so that the row that ends them is read in one call with the session's own. */
export function sessionMark(actor: string): string {
  const whose = `sessions of ${operatorName(actor).toLowerCase()}`;
  return createHash("sha256").update(whose).digest("base64url").slice(0, markLength);
}

/** The mark that a session's secret ends with; whether it is its operator's is still to be seen. */
export function markOf(secret: string): string {
  return secret.slice(-markLength);
}

const everybody: Key = rowKey("session-endings");

function ownKey(mark: string): Key {
  return rowKey(`session-endings#${mark}`);
}

/** The rows that say how often sessions were ended: an operator's and everybody's. */
export function endingKeys(mark: string): readonly [Key, Key] {
  return [ownKey(mark), everybody];
}

/** What those rows say; one that is not there was never written. */
export function endingsOf([own, all]: readonly (Row | undefined)[]): Endings {
  return { own: own?.v ?? 0, all: all?.v ?? 0 };
}

export async function readEndings({ store }: Pick<Context, "store">, actor: string): Promise<Endings> {
  return endingsOf(await store.read(endingKeys(sessionMark(actor))));
}

/** Lets a transaction through only while nothing was ended since. */
export function endingChecks(actor: string, { own, all }: Endings): [Write, Write] {
  const [ownRow, allRow] = endingKeys(sessionMark(actor));
  return [
    { check: ownRow, expect: own === 0 ? "absent" : own },
    { check: allRow, expect: all === 0 ? "absent" : all },
  ];
}

/** Ends what began before: an operator's sessions and links, or everybody's where no actor is given. */
export async function endingWrite(context: Context, actor: string | null): Promise<Write> {
  const key = actor === null ? everybody : ownKey(sessionMark(actor));
  const [row] = await context.store.read([key]);
  const v = (row?.v ?? 0) + 1;
  const body = { name: actor && operatorName(actor), endedAt: context.clock.now() };
  return { put: { ...key, v, type: "session_endings", body }, expect: row?.v ?? "absent" };
}

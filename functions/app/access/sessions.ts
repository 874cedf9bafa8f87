import { operatorName } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { change } from "../core/change.ts";
import { listSessions } from "../core/console-sessions.ts";
import type { Context } from "../core/context.ts";
import { actionWrites } from "../core/record-action.ts";
import { rowKey } from "../core/row-keys.ts";
import { endingWrite } from "../core/session-endings.ts";

/** What was ended, and when: whatever began before then has ended. */
export interface SessionEnding {
  readonly name: string;
  readonly endedAt: Instant;
}

/** Ends all of an operator's console sessions and unused links at once, whatever door they came by; a name that has none is no mistake. */
export function endOperatorSessions(context: Context, name: string): Promise<SessionEnding> {
  return change(context, async () => {
    const entry = { subject: `sessions#${name.toLowerCase()}`, reason: `ended every console session of ${name}` };
    const writes = [await endingWrite(context, `operator:${name}`), ...actionWrites(context, entry)];
    return { writes, result: { name, endedAt: context.clock.now() } };
  });
}

/** Ends everybody's console sessions and unused links at once. */
export function endAllSessions(context: Context): Promise<Pick<SessionEnding, "endedAt">> {
  return change(context, async () => {
    const entry = { subject: "sessions", reason: "ended everybody's console sessions" };
    const writes = [await endingWrite(context, null), ...actionWrites(context, entry)];
    return { writes, result: { endedAt: context.clock.now() } };
  });
}

/** Ends one session of the asking operator's own. Refuses another's like one that is not there. */
export async function endOwnSession(context: Context, id: string): Promise<void> {
  const own = await listSessions(context, operatorName(context.actor));
  const found = own.find((each) => each.id === id);
  if (!found) throw new Refusal("not_found", "you have no such session, or it has ended");
  await change(context, async () => {
    const [row] = await context.store.read([rowKey(`session#${found.sha256}`)]);
    if (!row) return { writes: [], result: undefined };
    const { pk, sk, v } = row;
    const ended = actionWrites(context, { subject: id, reason: "ended a console session" });
    return { writes: [{ remove: { pk, sk }, expect: v }, ...ended], result: undefined };
  });
}

import { Refusal } from "../../domain/core/refusal.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { askLater, isCounted, screenRetryAt } from "../../domain/screening/screen-lifecycle.ts";
import { loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { retryExposures } from "./ask-exposures.ts";
import { screenRecordType } from "./screen-record.ts";
import { listsInForce, readRows, type ScreenContext, see, snapshotKeys } from "./screening-context.ts";
import { usageKey } from "./usage.ts";

/** Asks again about a pending screen that is due, and writes down what has become of it; true where its verdict has changed. It was counted when it was made; where no answer will come it is given back, to the month that it was counted in. */
export async function completeScreen(context: ScreenContext, row: Row): Promise<boolean> {
  const found = loadAggregate(screenRecordType, row);
  if (!found || !isDue(found.state, context.clock.now())) return false;
  const { id, subject, exposures } = found.state;
  const answers = await retryExposures(context.exposures, subject, exposures);
  return change(context, async () => {
    const rows = await readRows(context.store, [rowKey(id), ...snapshotKeys([subject.value])]);
    const now = context.clock.now();
    const current = loadAggregate(screenRecordType, rows(rowKey(id)));
    if (!current || !isDue(current.state, now)) return { writes: [], result: false };
    const seen = await seeAgain(context, current.state, rows);
    const transition = seen
      ? screenRetryAt(current.state, { ...seen, exposures: answers }, now)
      : askLater(current.state, now);
    const changed = transition.next.verdict.status !== "pending";
    const { writes } = transitionWrites(current, [transition], context);
    return { writes: isCounted(transition.next) ? writes : [...writes, givenBack(transition.next)], result: changed };
  });
}

function givenBack({ accountId, createdAt }: Screen): Write {
  return { count: usageKey(accountId, createdAt), by: -1, most: null };
}

function isDue({ askAgainAt }: Screen, now: string): boolean {
  return askAgainAt !== null && askAgainAt <= now;
}

/** The question over the lists of now; nothing where there are none to look at. */
async function seeAgain(context: ScreenContext, state: Screen, rows: Parameters<typeof listsInForce>[1]) {
  const { type, value, askedChain: chain } = state.subject;
  try {
    const seen = see({ type, value, chain }, await listsInForce(context, rows), rows);
    return seen instanceof Refusal ? undefined : seen;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

import { Refusal } from "../../domain/core/refusal.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { askLater, isCounted, lookAgainAtScreen } from "../../domain/screening/screen-lifecycle.ts";
import { hopWrites, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { askExposuresAgain } from "./ask-exposures.ts";
import { screenKind } from "./screen-record.ts";
import { listsInForce, readRows, type ScreenDesk, see, sightKeys } from "./screening-context.ts";
import { usageKey } from "./usage.ts";

/** Asks again about a pending screen that is due, and writes down what has become of it; true where its verdict has changed. It was counted when it was made; where no answer will come it is given back, to the month that it was counted in. */
export async function completeScreen(desk: ScreenDesk, row: Row): Promise<boolean> {
  const found = loaded(screenKind, row);
  if (!found || !isDue(found.state, desk.clock.now())) return false;
  const { id, subject, exposures } = found.state;
  const answers = await askExposuresAgain(desk.exposures, subject, exposures);
  return change(desk, async () => {
    const rows = await readRows(desk.book, [rowKey(id), ...sightKeys([subject.value])]);
    const now = desk.clock.now();
    const current = loaded(screenKind, rows(rowKey(id)));
    if (!current || !isDue(current.state, now)) return { writes: [], result: false };
    const seen = await seeAgain(desk, current.state, rows);
    const hop = seen
      ? lookAgainAtScreen(current.state, { ...seen, exposures: answers }, now)
      : askLater(current.state, now);
    const changed = hop.next.verdict.status !== "pending";
    const { writes } = hopWrites(current, [hop], desk);
    return { writes: isCounted(hop.next) ? writes : [...writes, givenBack(hop.next)], result: changed };
  });
}

function givenBack({ accountId, createdAt }: Screen): Write {
  return { count: usageKey(accountId, createdAt), by: -1, most: null };
}

function isDue({ askAgainAt }: Screen, now: string): boolean {
  return askAgainAt !== null && askAgainAt <= now;
}

/** The question over the lists of now; nothing where there are none to look at. */
async function seeAgain(desk: ScreenDesk, state: Screen, rows: Parameters<typeof listsInForce>[1]) {
  const { type, value, askedChain: chain } = state.subject;
  try {
    const seen = see({ type, value, chain }, await listsInForce(desk, rows), rows);
    return seen instanceof Refusal ? undefined : seen;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

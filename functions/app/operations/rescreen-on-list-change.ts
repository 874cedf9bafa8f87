import * as z from "zod";
import { readBody } from "../../domain/core/stored-body.ts";
import { addSeconds, type Instant, secondsBetween } from "../../domain/core/time.ts";
import { commit } from "../core/change.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log, Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import type { ListNews } from "../gate/ports.ts";
import { holdAgainst, type PaidAddressContext } from "./rescreen-paid-wallets.ts";

/** What holding new lists against old payments works with; a mock screens by no list and tells no news. */
export type RescreenContext = PaidAddressContext & { readonly lists?: ListNews | undefined; readonly log: Log };

const watchKey = rowKey("list_watch");

/** How far the lists have been held against the book: everything up to a place in the news, and of the part after it the first `done`, whose order stays. */
const watch = z.object({
  version: z.int(),
  skip: z.int(),
  done: z.int(),
  lookAt: z.string(),
  /** When everything that there was had last been done. */
  wholeAt: z.string(),
});

type Watch = z.infer<typeof watch>;

const lookSeconds = 600;
/** What a run may take of the sweeper's 55 seconds. */
const runSeconds = 15;
const atOnce = 10;

/** Every ten minutes: what has come onto a list since is looked up among what was paid, and screened anew. What a run does not get done, the next one does; safe to do twice. */
export async function rescreenOnListChange(context: RescreenContext): Promise<void> {
  const { lists } = context;
  if (!lists) return;
  const [row] = await context.store.read([watchKey]);
  const now = context.clock.now();
  const first: Watch = { version: 0, skip: 0, done: 0, lookAt: now, wholeAt: now };
  let state = row ? readBody(watch, row.body) : first;
  if (state.lookAt > now) return;
  try {
    for await (const done of steps(context, lists, state, addSeconds(now, runSeconds))) state = done;
  } catch (error) {
    const about = { operation: "sweep", correlationId: watchKey.pk };
    logFailure(context, "lists could not be held against what was paid", about, error);
  }
  await keep(context, row, state);
  context.meter.count("ListWatchHours", secondsBetween(state.wholeAt, context.clock.now()) / 3_600);
}

/** How the watch stands after each step, the last one included; the run ends where it is done, or late. */
async function* steps(
  context: PaidAddressContext,
  lists: ListNews,
  from: Watch,
  late: Instant,
): AsyncGenerator<Watch, void, undefined> {
  let state = from;
  for (;;) {
    const { version, skip, added, more } = await lists.since(state);
    const named = skip > 0 ? version + 1 : version;
    for (let { done } = state; done < added.length; done += atOnce) {
      if (context.clock.now() >= late) return;
      await Promise.all(added.slice(done, done + atOnce).map((each) => holdAgainst(context, each, named)));
      yield { ...state, done: done + atOnce };
    }
    state = { ...state, version, skip, done: 0 };
    if (more) yield state;
    else {
      const wholeAt = context.clock.now();
      return void (yield { ...state, wholeAt, lookAt: addSeconds(wholeAt, lookSeconds) });
    }
  }
}

/** Of two runs at once one is kept: the other's work is found done. */
async function keep(context: PaidAddressContext, before: Row | undefined, state: Watch): Promise<void> {
  const put: Row = { ...watchKey, v: (before?.v ?? 0) + 1, type: "list_watch", body: state };
  await commit(context, [{ put, expect: before?.v ?? "absent" }]);
}

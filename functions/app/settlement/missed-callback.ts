import type { RailEvent } from "../../domain/rails/rail-event.ts";
import { eventsOf } from "../../domain/rails/reported-event.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import { isPayoutUnanswered, recordPayoutAnswer } from "../../domain/settlement/late-payout.ts";
import { recordRailQuery, refsInFlight } from "../../domain/settlement/retry-schedule.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { failure } from "../core/error-text.ts";
import type { Log } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import type { Rail } from "../rails/ports.ts";
import { loadPair, settlementChangeWrites } from "./settlements.ts";
import { type Rails, railOf } from "./vendors-of-record.ts";

type AskContext = Context & Rails & { readonly log: Log };

const askSeconds = 10;

/** Asks a rail that has been silent what became of a settlement's transfers, and applies what a lost callback would have said. A rail that does not answer is asked again as late as one that does. */
export async function askRail(context: AskContext, state: Settlement): Promise<void> {
  const { id, invoiceId } = state;
  const events: RailEvent[] = [];
  const rail = railOf(context, state);
  let made: Awaited<ReturnType<Rail["payoutOf"]>> | undefined;
  // A rail that this deployment reaches no more is not asked, and not looked at every minute either.
  for (const ref of rail ? refsInFlight(state) : []) {
    try {
      const report = rail && (await within(askSeconds, rail.lookUp(ref)));
      if (report) events.push(...eventsOf(report));
      const key = isPayoutUnanswered(state) ? state.intent?.key : undefined;
      if (rail && key !== undefined) made = await within(askSeconds, rail.payoutOf({ key, railRef: ref }));
    } catch (error) {
      const { requestId } = context;
      context.log.error("rail look-up failed", {
        ...{ requestId, operation: "sweep", correlationId: id, error: failure(error) },
      });
    }
  }
  await change(context, async () => {
    const pair = await loadPair(context, id, invoiceId);
    if (!pair) throw new Error(`no settlement ${id} with its invoice`);
    const now = context.clock.now();
    const told = railTells(pair.settlement.state, pair.invoice.state, events, now);
    const reports = told.settlement.at(-1)?.next ?? pair.settlement.state;
    const answered = made === undefined ? [] : recordPayoutAnswer(reports, made, now);
    const after = answered.at(-1)?.next ?? reports;
    const settlementChange = {
      ...told,
      settlement: [...told.settlement, ...answered, recordRailQuery(after, now)],
    };
    return { writes: settlementChangeWrites(pair, settlementChange, context).writes, result: undefined };
  });
}

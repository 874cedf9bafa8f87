import type { RailEvent } from "../../domain/rails/rail-event.ts";
import { eventsOf } from "../../domain/rails/reported-event.ts";
import { railTells } from "../../domain/settlement/apply-rail-event.ts";
import { isPayoutUnanswered, recordPayoutAnswer, recordPayoutSearch } from "../../domain/settlement/late-payout.ts";
import { recordRailQuery, refsInFlight } from "../../domain/settlement/retry-schedule.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import type { Rail } from "../rails/ports.ts";
import { searchedToOf } from "../rails/ports-search.ts";
import { changePair } from "./settlements.ts";
import { payoutQuery, type Rails, railOf, railSeconds } from "./vendors-of-record.ts";

type AskContext = Context & Rails & { readonly log: Log };

/** Asks a rail that has been silent what became of a settlement's transfers, and applies what a lost callback would have said. A rail that does not answer is asked again as late as one that does. */
export async function askRail(context: AskContext, state: Settlement): Promise<void> {
  const { id } = state;
  const events: RailEvent[] = [];
  const rail = railOf(context, state);
  let made: Awaited<ReturnType<Rail["payoutOf"]>> | undefined;
  let searchedTo: string | undefined;
  // A rail that this deployment reaches no more is not asked, and not looked at every minute either.
  for (const ref of rail ? refsInFlight(state) : []) {
    try {
      const report = rail && (await within(railSeconds, rail.lookUp(ref)));
      if (report) events.push(...eventsOf(report));
      if (rail && isPayoutUnanswered(state)) made = await within(railSeconds, rail.payoutOf(payoutQuery(state)));
    } catch (error) {
      searchedTo = searchedToOf(error) ?? searchedTo;
      logFailure(context, "rail look-up failed", { operation: "sweep", correlationId: id }, error);
    }
  }
  await changePair(context, state, (settlement, invoice, now) => {
    const told = railTells(settlement, invoice, events, now);
    const reports = told.settlement.at(-1)?.next ?? settlement;
    const searched = searchedTo === undefined ? [] : recordPayoutSearch(reports, searchedTo, now);
    const answered = made === undefined ? searched : recordPayoutAnswer(reports, made, now);
    const after = answered.at(-1)?.next ?? reports;
    return { ...told, settlement: [...told.settlement, ...answered, recordRailQuery(after, now)] };
  });
}

import { railAsked, refsInFlight } from "../domain/look-again.ts";
import { type RailEvent, railTells } from "../domain/rail-event.ts";
import { eventsOf } from "../domain/rail-said.ts";
import type { Settlement } from "../domain/settlement.ts";
import { change } from "./change.ts";
import { within } from "./deadline.ts";
import type { Desk } from "./desk.ts";
import { failure } from "./failure.ts";
import type { Log, Rail } from "./ports.ts";
import { jointWrites, loadPair } from "./settlements.ts";

type AskDesk = Desk & { readonly rail: Rail; readonly log: Log };

const askSeconds = 10;

/** Asks a rail that has been silent what became of a settlement's transfers, and applies what a lost callback would have said. A rail that does not answer is asked again as late as one that does. */
export async function askRail(desk: AskDesk, state: Settlement): Promise<void> {
  const { id, invoiceId } = state;
  const events: RailEvent[] = [];
  // A rail that this deployment had before is not asked, and not looked at every minute either.
  for (const ref of state.rail === desk.rail.name ? refsInFlight(state) : []) {
    try {
      const said = await within(askSeconds, desk.rail.lookUp(ref));
      if (said) events.push(...eventsOf(said));
    } catch (error) {
      const { requestId } = desk;
      desk.log.error("rail look-up failed", {
        ...{ requestId, operation: "sweep", correlationId: id, error: failure(error) },
      });
    }
  }
  await change(desk, async () => {
    const pair = await loadPair(desk, id, invoiceId);
    if (!pair) throw new Error(`no settlement ${id} with its invoice`);
    const now = desk.clock.now();
    const told = railTells(pair.settlement.state, pair.invoice.state, events, now);
    const after = told.settlement.at(-1)?.next ?? pair.settlement.state;
    const joint = { ...told, settlement: [...told.settlement, railAsked(after, now)] };
    return { writes: jointWrites(pair, joint, desk).writes, result: undefined };
  });
}

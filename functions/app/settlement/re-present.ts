import { recordPresentation } from "../../domain/settlement/re-presentment.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { within } from "../core/timeout.ts";
import { type Accounts, askToCollect } from "./collect-order.ts";
import { jointWrites, loadPair } from "./settlements.ts";
import type { Rails } from "./vendors-of-record.ts";

const collectSeconds = 10;

/** Presents a returned debit to the payer's bank again, under the key that its return was recorded with. */
export async function presentCollection(desk: Desk & Rails & Accounts, state: Settlement): Promise<void> {
  const said = await within(collectSeconds, askToCollect(desk, state));
  await change(desk, async () => {
    const pair = await loadPair(desk, state.id, state.invoiceId);
    if (!pair) throw new Error(`no settlement ${state.id} with its invoice`);
    const joint = recordPresentation(pair.settlement.state, pair.invoice.state, said, desk.clock.now());
    return { writes: jointWrites(pair, joint, desk).writes, result: undefined };
  });
}

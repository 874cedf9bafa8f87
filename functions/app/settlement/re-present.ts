import { recordPresentation } from "../../domain/settlement/re-presentment.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { within } from "../core/timeout.ts";
import { type Accounts, askToCollect } from "./collect-order.ts";
import { loadPair, settlementChangeWrites } from "./settlements.ts";
import type { Rails } from "./vendors-of-record.ts";

const collectSeconds = 10;

/** Presents a returned debit to the payer's bank again, under the key that its return was recorded with. */
export async function presentCollection(context: Context & Rails & Accounts, state: Settlement): Promise<void> {
  const report = await within(collectSeconds, askToCollect(context, state));
  await change(context, async () => {
    const pair = await loadPair(context, state.id, state.invoiceId);
    if (!pair) throw new Error(`no settlement ${state.id} with its invoice`);
    const settlementChange = recordPresentation(pair.settlement.state, pair.invoice.state, report, context.clock.now());
    return { writes: settlementChangeWrites(pair, settlementChange, context).writes, result: undefined };
  });
}

import { recordPayoutSearch } from "../../domain/settlement/late-payout.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { within } from "../core/timeout.ts";
import { recordSearch } from "../rails/ports-search.ts";
import { changeSettlement } from "./settlements.ts";
import { railSeconds } from "./vendors-of-record.ts";

/** What a rail answers about a settlement's payout. Where its list is too long for one look, the record says where the next goes on. */
export function payoutAnswer<T>(context: Context, found: Aggregate<Settlement>, look: Promise<T>): Promise<T> {
  return recordSearch(within(railSeconds, look), (searchedTo) =>
    changeSettlement(context, found, (state) => recordPayoutSearch(state, searchedTo, context.clock.now())),
  );
}

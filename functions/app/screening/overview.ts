import type { OwnListEntry } from "../../domain/screening/internal-list.ts";
import type { ListHead } from "../../domain/screening/list-entry.ts";
import type { ReadContext } from "../core/context.ts";
import { type CountedTo, countOf } from "../core/list-page.ts";
import { listAccountRequests } from "./account-requests.ts";
import { listOwnEntries } from "./internal-lists.ts";
import { readCatalogue, type UnusableList, unusableLists } from "./list-catalogue.ts";

/** Records that are looked at for each figure. */
const most = 100;

export interface ScreeningOverview {
  readonly lists: readonly ListHead[];
  /** What keeps everybody from being screened; empty where all is well. */
  readonly problems: readonly UnusableList[];
  /** Own entries and withdrawals that wait for a second operator, what waits longest first. */
  readonly proposals: readonly OwnListEntry[];
  readonly proposed: CountedTo;
  readonly withdrawals: CountedTo;
  readonly requests: CountedTo;
}

export async function screeningOverview(context: ReadContext, required: readonly string[]): Promise<ScreeningOverview> {
  const [catalogue, proposed, withdrawals, requests] = await Promise.all([
    readCatalogue(context),
    listOwnEntries(context, { status: "proposed", limit: most }),
    listOwnEntries(context, { status: "withdrawal_proposed", limit: most }),
    listAccountRequests(context, { status: "received", limit: most }),
  ]);
  const since = ({ updatedAt }: OwnListEntry) => updatedAt;
  return {
    lists: catalogue.lists,
    problems: unusableLists(catalogue, required, context.clock.now()),
    proposals: [...proposed.data, ...withdrawals.data].toSorted((a, b) => (since(a) < since(b) ? -1 : 1)),
    proposed: countOf(proposed),
    withdrawals: countOf(withdrawals),
    requests: countOf(requests),
  };
}

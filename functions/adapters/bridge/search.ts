import { UnfinishedSearch } from "../../app/rails/ports-search.ts";
import { addSeconds, type Instant } from "../../domain/core/time.ts";
import { type BridgeLeg, railLegs } from "../../domain/rails/bridge-state.ts";
import { type BridgeClient, bridgePageSize } from "./client.ts";
import { type BridgeTransfer, legOf, madeAt } from "./schema.ts";

/** How a transfer of ours is looked for whose id never reached us. */
export interface BridgeSearch {
  readonly reference: string;
  readonly leg: BridgeLeg;
  /** Whose it is; null looks through everybody's. */
  readonly customerId: string | null;
  /** Before this moment its key was not used. */
  readonly orderedAt: Instant;
  /** A transfer that was made before it: the collection of a later leg. */
  readonly madeAfter?: string;
  /** When Bridge was last asked to make it; absent where that may have been just now. */
  readonly toldAt?: Instant | undefined;
  /** Whether a look may stop before the list's end, once it has taken its share of a call's ten seconds: somebody keeps where. */
  readonly mayStop?: boolean;
  /** Where such a look stopped before: the transfer up to which nothing was found. */
  readonly searchFrom?: string | undefined;
}

/** Pages that one look reads after a transfer: five seconds of them at a quarter of a second each. */
const pagesOfLook = 20;

/** How far Bridge's clock may be from ours. */
const skewSeconds = 300;

/** How long after it was asked Bridge may still make a transfer. */
const lateSeconds = 1200;

/** Finds a transfer by what we called it; null when there is none. A collection is one in either mode, since the mode may have been changed meanwhile. Bridge filters by the last change alone and lists by creation: the page of what had ended soon after the order mostly has it; else everything is read that was made from just before the order on, beginning at a transfer that had ended by then, or else at its own collection. */
export async function findTransfer(
  client: BridgeClient,
  search: BridgeSearch,
  now: Instant,
): Promise<BridgeTransfer | null> {
  const { customerId, orderedAt, searchFrom } = search;
  if (searchFrom !== undefined) return searchOn(client, search, searchFrom);
  // An order of the future: a test clock that runs ahead of Bridge's, so that its time says nothing.
  if (orderedAt > now) return searchBack(client, search, "");
  const from = addSeconds(orderedAt, -skewSeconds);
  const soon = addSeconds(orderedAt, lateSeconds);
  const isRecent = soon >= now;
  const near = await client.transfers({ customerId, ...(!isRecent && { updatedBefore: soon }) });
  const found = near.find((each) => isSought(each, search));
  if (found) return found;
  const isOlder = (each: BridgeTransfer) => madeAt(each) < from;
  const before = near.find(isOlder);
  if (isRecent && (before || near.length < bridgePageSize)) return null;
  const start = before ?? (await client.transfers({ customerId, updatedBefore: from })).find(isOlder);
  const startId = start?.id ?? search.madeAfter;
  return startId === undefined ? searchBack(client, search, from) : searchOn(client, search, startId);
}

function isSought(transfer: BridgeTransfer, { reference, leg }: BridgeSearch): boolean {
  return transfer.client_reference_id === reference && railLegs[legOf(transfer)] === railLegs[leg];
}

/** Looks at what was made after a transfer, the oldest first, up to when the last call may have made something. Throws an `UnfinishedSearch` where that is too much for one look. */
async function searchOn(client: BridgeClient, search: BridgeSearch, startId: string): Promise<BridgeTransfer | null> {
  const { customerId, toldAt } = search;
  const until = toldAt === undefined ? undefined : addSeconds(toldAt, lateSeconds + skewSeconds);
  let after = startId;
  for (let pages = 1; ; pages += 1) {
    const page = await client.transfers({ customerId, after });
    const found = page.find((each) => isSought(each, search));
    if (found) return found;
    const [newest] = page;
    if (!newest || page.length < bridgePageSize || (until !== undefined && madeAt(newest) > until)) return null;
    after = newest.id;
    if (search.mayStop && pages >= pagesOfLook) throw new UnfinishedSearch(after);
  }
}

/** Looks at what was made since a moment, the newest first. */
async function searchBack(client: BridgeClient, search: BridgeSearch, from: string): Promise<BridgeTransfer | null> {
  const { customerId } = search;
  for (let before: string | undefined; ; ) {
    const page: readonly BridgeTransfer[] = await client.transfers({ customerId, before });
    const found = page.find((each) => isSought(each, search));
    if (found) return found;
    const oldest = page.at(-1);
    if (!oldest || page.length < bridgePageSize || madeAt(oldest) < from) return null;
    before = oldest.id;
  }
}

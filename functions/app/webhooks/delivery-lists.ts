import { monthOf } from "../../domain/core/time.ts";
import type { Delivery } from "../../domain/webhooks/webhook.ts";
import type { PageQuery, Row, Store } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { listPartition, placeOf } from "../core/row-keys.ts";
import { pagesOf } from "../tenants/walk-store.ts";
import { eventList, loadedDelivery, madeAt, spreadDeliveryList } from "./delivery-rows.ts";

/** Deliveries of one event at most: a hundred endpoints, and those that were sent again. */
const mostOfEvent = 100;

/** The deliveries of a tenant's event, oldest first unless it is said: those made with it stand in the tenant's list at its moment, the others and those of before are listed by event. */
export async function deliveriesOfEvent(
  deliveries: Pick<Store, "page">,
  tenantId: string,
  eventId: string,
  newestFirst = false,
): Promise<Delivery[]> {
  const at = madeAt(eventId);
  const pages = [deliveries.page({ index: "ref", pk: eventList(eventId), limit: mostOfEvent, newestFirst })];
  if (at !== undefined) {
    const pk = listPartition(tenantId, "delivery", monthOf(at));
    pages.push(ofEventAt(deliveries, { pk, prefix: `${at}#`, newestFirst }, eventId));
  }
  const [others = [], first = []] = await Promise.all(pages);
  // What was made with the event is older than all that was sent again.
  const rows = newestFirst ? [...others, ...first] : [...first, ...others];
  return rows.slice(0, mostOfEvent).flatMap((row) => loadedDelivery(row)?.state ?? []);
}

/** Those of an event among all that were made for the tenant in the same millisecond. */
async function ofEventAt(
  deliveries: Pick<Store, "page">,
  query: Pick<PageQuery, "pk" | "prefix" | "newestFirst">,
  eventId: string,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const rows of pagesOf(deliveries, { index: "list", ...query }))
    found.push(...rows.filter((row) => !row.index?.ref && loadedDelivery(row)?.state.eventId === eventId));
  return found;
}

/** Everybody's deliveries as one list each, whichever of its partitions they stand in. */
export function everybodysDeliveries(deliveries: Pick<Store, "page" | "read">): Pick<Store, "page"> {
  return { page: (query) => pageOfAll(deliveries, spreadDeliveryList(query.pk), query) };
}

/** A page of several partitions together: the keys of each side by side, and the rows of those that come first. */
async function pageOfAll(
  store: Pick<Store, "page" | "read">,
  partitions: readonly string[],
  query: PageQuery,
): Promise<Row[]> {
  const { index, newestFirst = false } = query;
  const sortOf = (row: Row) => placeOf(row, index).sort;
  const found: Row[] = [];
  let { after } = query;
  for (;;) {
    const limit = query.limit - found.length;
    const stretch = { ...query, after, limit, keysOnly: true } as const;
    const pages = await Promise.all(partitions.map((pk) => store.page({ ...stretch, pk })));
    const keys = pages
      .flat()
      .sort((one, other) => (sortOf(one) < sortOf(other) === newestFirst ? 1 : -1))
      .slice(0, limit);
    const rows = await rowsAt({ store }, keys);
    // An index lags behind: a row that has moved on since is listed where it stands now.
    found.push(...rows.flatMap((row, at) => (row && isAt(row, keys[at], index) ? [row] : [])));
    const last = keys.at(-1);
    if (!last || keys.length < limit || found.length === query.limit) return found;
    after = placeOf(last, index);
  }
}

function isAt(row: Row, listed: Row | undefined, index: PageQuery["index"]): boolean {
  const [is, was] = [row, listed].map((each) => (index ? each?.index?.[index]?.join(" ") : undefined));
  return is === was;
}

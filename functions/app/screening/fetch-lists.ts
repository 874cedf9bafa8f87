import { ListImplausible, ListUnreadable } from "../../domain/screening/list-check.ts";
import { listIds, listSpecs } from "../../domain/screening/list-sources.ts";
import { failure } from "../core/error-text.ts";
import type { Log, Meter } from "../core/ports.ts";
import { fetchList, type LoadDesk, type LoadedList } from "./load-list.ts";
import type { FetchList } from "./ports.ts";

/** What publishers' lists are fetched and loaded with. */
export interface FetchDesk extends LoadDesk {
  readonly fetch: FetchList;
  readonly log: Log;
  readonly meter: Meter;
}

/** What came of one list. */
export type Fetched = Pick<LoadedList, "changed" | "added" | "removed"> | "refused" | "failed";

/** Fetches every list that has an address. What is no list, or not this one, is refused and told of, and the good one stays; one list's trouble is not another's. */
export async function fetchLists(desk: FetchDesk): Promise<Readonly<Record<string, Fetched>>> {
  const done: Record<string, Fetched> = {};
  for (const list of listIds) {
    const { url } = listSpecs[list];
    if (url !== null) done[list] = await fetchOne(desk, list, url);
  }
  return done;
}

async function fetchOne(desk: FetchDesk, list: (typeof listIds)[number], url: string): Promise<Fetched> {
  try {
    const { changed, added, removed } = await fetchList(desk, list, url);
    return { changed, added, removed };
  } catch (error) {
    const isRefused = error instanceof ListUnreadable || error instanceof ListImplausible;
    desk.meter.count("ListRefused", 1);
    desk.log.error(isRefused ? "list refused" : "list not loaded", {
      ...{ requestId: desk.requestId, operation: "load-lists", correlationId: desk.requestId, list },
      ...(isRefused ? { why: error.message } : { error: failure(error) }),
    });
    return isRefused ? "refused" : "failed";
  }
}

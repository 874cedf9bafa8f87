import { ListImplausible, ListUnreadable } from "../../domain/screening/list-check.ts";
import { listIds, listSpecs } from "../../domain/screening/list-sources.ts";
import { failure } from "../core/error-text.ts";
import type { Log, Meter } from "../core/ports.ts";
import { fetchList, type LoadContext, type LoadedList } from "./load-list.ts";
import type { FetchList } from "./ports.ts";

/** What publishers' lists are fetched and loaded with. */
export interface FetchContext extends LoadContext {
  readonly fetch: FetchList;
  readonly log: Log;
  readonly meter: Meter;
}

/** What came of one list. */
export type FetchResult = Pick<LoadedList, "changed" | "added" | "removed"> | "refused" | "failed";

/** Fetches every list that has an address. What is no list, or not this one, is refused and told of, and the good one stays; one list's trouble is not another's. */
export async function fetchLists(context: FetchContext): Promise<Readonly<Record<string, FetchResult>>> {
  const done: Record<string, FetchResult> = {};
  for (const list of listIds) {
    const { url } = listSpecs[list];
    if (url !== null) done[list] = await fetchOne(context, list, url);
  }
  return done;
}

async function fetchOne(context: FetchContext, list: (typeof listIds)[number], url: string): Promise<FetchResult> {
  try {
    const { changed, added, removed } = await fetchList(context, list, url);
    return { changed, added, removed };
  } catch (error) {
    const isRefused = error instanceof ListUnreadable || error instanceof ListImplausible;
    context.meter.count("ListRefused", 1);
    context.log.error(isRefused ? "list refused" : "list not loaded", {
      ...{ requestId: context.requestId, operation: "load-lists", correlationId: context.requestId, list },
      ...(isRefused ? { why: error.message } : { error: failure(error) }),
    });
    return isRefused ? "refused" : "failed";
  }
}

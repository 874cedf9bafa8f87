import { isStale, listCatalogue } from "../../app/screening/list-catalogue.ts";
import { listChangesSince } from "../../app/screening/list-changes.ts";
import { screeningListOperations } from "../../contract/screening/screening-lists.ts";
import type { ListHead } from "../../domain/screening/list-entry.ts";
import { serve } from "../../http/route.ts";
import { clock, store } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { screeningFrame } from "../../wiring/frames/screening.ts";
import { listReader } from "../../wiring/screening/lists.ts";

/** A list as callers see it: where we keep it is ours. */
function viewOf({ indexKey: _, fileKey: __, etag: ___, ...head }: ListHead) {
  return { ...head, source: head.source ?? null, stale: isStale(head, clock.now()) };
}

export const handler = serve(screeningListOperations, withCursors(screeningFrame), {
  listLists: async ({ query }) => {
    const { data, nextCursor } = await listCatalogue({ store }, query);
    return { body: { data: data.map(viewOf), nextCursor } };
  },
  listListChanges: async ({ query }) => {
    const { since: version, skip } = query;
    const { lists, ...changes } = await listChangesSince({ store, listStore: listReader }, { version, skip });
    return { body: { ...changes, added: [...changes.added], removed: [...changes.removed], lists: lists.map(viewOf) } };
  },
});

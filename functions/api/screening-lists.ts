import { isStale, listCatalogue } from "../app/list-catalogue.ts";
import { listChangesSince } from "../app/list-changes.ts";
import type { ListHead } from "../domain/listed.ts";
import { serve } from "../http/route.ts";
import { book, clock } from "../wiring/base.ts";
import { listReader } from "../wiring/lists.ts";
import { screeningFrame } from "../wiring/screening-frame.ts";
import { screeningListOperations } from "./screening-lists.contract.ts";

/** A list as callers see it: where we keep it is ours. */
function viewOf({ indexKey: _, fileKey: __, etag: ___, ...head }: ListHead) {
  return { ...head, stale: isStale(head, clock.now()) };
}

export const handler = serve(
  screeningListOperations,
  {
    listLists: async ({ query }) => {
      const { data, nextCursor } = await listCatalogue({ book }, query);
      return { body: { data: data.map(viewOf), nextCursor } };
    },
    listListChanges: async ({ query }) => {
      const { since: version, skip } = query;
      const { lists, ...changes } = await listChangesSince({ book, store: listReader }, { version, skip });
      return {
        body: {
          ...changes,
          added: [...changes.added],
          removed: [...changes.removed],
          lists: lists.map(viewOf),
        },
      };
    },
  },
  screeningFrame,
);

import * as z from "zod";
import { listVersion } from "../../domain/screening/list-entry.ts";
import { wholeNumber } from "../../http/schemas.ts";
import { get, listOf, operationTable } from "../operation-table.ts";

const listView = listVersion
  .extend({
    title: z.string().describe("the list's name, for people"),
    loadedAt: z.string().meta({ description: "when its publisher was last seen to have this version" }),
    since: z.string().meta({ description: "from when on this version was screened by" }),
    source: z
      .string()
      .nullable()
      .meta({
        description:
          "where this version's file came from: its publisher's address, or the name of an operator's file; null: not on record",
      }),
    stale: z
      .boolean()
      .meta({ description: "loaded longer ago than it may be: nobody is screened until it is loaded again" }),
    staleAfterSeconds: z.int().nullable().meta({ description: "null: it never ages" }),
  })
  .meta({ id: "SanctionsList" });

const changed = z.object({
  list: z.string().describe("the list's name, for programs"),
  address: z.string().meta({ description: "as published" }),
});

/** Where changes go on, as the answer before had it. */
function placeIn(description: string) {
  return wholeNumber(0, 999_999_999, 0).meta({ description });
}

const served = { caller: "tenant", tag: "Lists", lambda: "screening-lists", invalidAs: "invalid_request" } as const;

export const screeningListOperations = operationTable(served, {
  listLists: get("/api/v1/lists", "List the lists that wallets are screened by, and their versions", listOf(listView)),
  listListChanges: get("/api/v1/lists/changes", "Read which addresses came onto lists, and which went off them", {
    description:
      "Everything after the place that you name, oldest first, at most 2,000 addresses: keep `version` and `skip` of the answer and ask with both the next time, as `since` and `skip`. Ask again at once where `more` is true. Nothing said is from the beginning.",
    query: z.strictObject({
      since: placeIn("`version` of the answer before"),
      skip: placeIn("`skip` of the answer before"),
    }),
    reply: {
      status: 200,
      schema: z
        .object({
          version: z.int().meta({ description: "all changes up to this version have been told" }),
          skip: z.int().meta({ description: "and of the next version's so many; 0 where it has not begun" }),
          lists: z.array(listView).describe("the lists as they are now"),
          added: z.array(changed).describe("addresses that came onto a list"),
          removed: z.array(changed).describe("addresses that went off a list"),
          more: z.boolean().describe("whether there is more: ask again at once"),
        })
        .meta({ id: "ListChanges" }),
    },
    refusals: [],
  }),
});

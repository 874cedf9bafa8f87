import type { ReadContext } from "../core/context.ts";
import { isStale, readCatalogue, unusableLists } from "./list-catalogue.ts";

/** How the screening interface is: by which lists it screens, and what keeps it from screening at all. */
export async function listsHealth(context: ReadContext, required: readonly string[]) {
  const now = context.clock.now();
  const catalogue = await readCatalogue(context);
  const problems = unusableLists(catalogue, required, now).map(({ list, problem }) => ({ list, problem }));
  return {
    status: problems.length === 0 ? ("ok" as const) : ("degraded" as const),
    lists: catalogue.lists.map((head) => {
      const { list, title, publishedAt, loadedAt, sha256, records } = head;
      return { list, title, publishedAt, loadedAt, sha256, records, stale: isStale(head, now) };
    }),
    problems,
  };
}

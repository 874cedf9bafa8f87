import { slugOf, slugsOf } from "../../domain/core/slug.ts";
import type { CommitContext } from "../core/context.ts";
import { slugKey } from "./tenants.ts";

/** Numbers that are tried behind a name before it gets letters that nobody has. */
const numbered = 20;

/** A slug for a company's name that no tenant has now; who else takes it meanwhile wins, and it is asked for anew. */
export async function freeSlug(context: CommitContext, name: string): Promise<string> {
  const slugs = slugsOf(name, numbered);
  const rows = await context.store.read(slugs.map(slugKey));
  const free = slugs.find((_, at) => rows[at] === undefined);
  if (free !== undefined) return free;
  const unique = context.newId("ten", context.clock.now()).slice(-4).toLowerCase();
  return `${slugOf(name)}-${unique}`;
}

import type { FlagKey } from "../../domain/tenants/flag.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { type ListPage, type ListRequest, listRows } from "../core/list-page.ts";
import type { Row } from "../core/ports.ts";
import { flagsKey } from "./tenant-settings.ts";
import { getTenant } from "./tenants.ts";

/** One change of a flag's setting; null is no setting. */
export interface FlagChange {
  readonly key: string;
  readonly tenantId: string | null;
  readonly at: string;
  readonly actor: string;
  readonly from: boolean | null;
  readonly to: boolean | null;
  readonly note: string | null;
  readonly requestId: string;
}

const words: Readonly<Record<string, boolean | null>> = { true: true, false: false, unset: null };

/** A flag's entry says `key=word` before and after, and its reason is the key, with the note behind it. */
function changeOf(body: Entry, tenantId: string | null): FlagChange {
  const [key = "", to = ""] = body.to.split("=");
  const from = body.from?.slice(key.length + 1) ?? "";
  const { at, actor, reason, requestId } = body;
  const note = reason.startsWith(`${key}: `) ? reason.slice(key.length + 2) : null;
  return { key, tenantId, at, actor, from: words[from] ?? null, to: words[to] ?? null, note, requestId };
}

/** Who set which flag when, newest first: the global settings, or a tenant's own. */
export async function listFlagHistory(
  context: Context,
  query: ListRequest & { readonly key?: FlagKey | undefined; readonly tenantId?: string | undefined },
): Promise<ListPage<FlagChange>> {
  const { key, tenantId = null } = query;
  if (tenantId !== null) await getTenant(context, tenantId);
  const source = {
    name: `flag-history#${tenantId ?? ""}#${key ?? ""}`,
    partitions: [flagsKey(tenantId).pk],
    prefix: "entry#",
  };
  const wanted = (row: Row) => key === undefined || entry.parse(row.body).to.startsWith(`${key}=`);
  const { rows, nextCursor } = await listRows(context.store, source, query, wanted);
  return { data: rows.map((row) => changeOf(entry.parse(row.body), tenantId)), nextCursor };
}

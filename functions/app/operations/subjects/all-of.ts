import type { RecordType } from "../../core/aggregate.ts";
import type { StoreContext } from "../../core/context.ts";
import { listAggregates } from "../../core/list-page.ts";
import { wholeList } from "../../core/row-keys.ts";

const pageSize = 100;

/** Every record of what operators make few of. */
export async function allOf<S>(context: StoreContext, kind: RecordType<S>): Promise<S[]> {
  const found: S[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAggregates(context, kind, wholeList(kind.type), { limit: pageSize, cursor });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

export function isAddress(email: string, wanted: string): boolean {
  return email.toLowerCase() === wanted.toLowerCase();
}

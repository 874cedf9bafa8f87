import type { Account } from "../../domain/screening/account.ts";
import type { ApiKey } from "../../domain/tenants/tenant.ts";
import type { Context, ReadContext } from "../core/context.ts";
import { type ListPage, type ListRequest, listAggregates } from "../core/list-page.ts";
import { apiKeyList, apiKeyRecordType } from "../tenants/records.ts";
import { getAccount, listAccounts } from "./accounts.ts";
import { monitorsKey, type Usage, usageKey, usageKeys, usageOf } from "./usage.ts";

/** Keys of one account that are looked at. */
const most = 100;

/** An account as an operator sees it: its month, its keys with the revoked ones, newest first, and how many addresses it watches. */
export interface AccountDetails {
  readonly usage: Usage;
  readonly keys: ListPage<ApiKey>;
  readonly monitors: number;
}

export async function seeAccount(context: ReadContext, id: string): Promise<AccountDetails> {
  await getAccount(context, id);
  const now = context.clock.now();
  const [rows, keys] = await Promise.all([
    context.store.read([...usageKeys(id, now), monitorsKey(id)]),
    listAggregates(context, apiKeyRecordType, apiKeyList(id), { limit: most }),
  ]);
  return { usage: usageOf(rows, id, now), keys, monitors: rows[2]?.counted ?? 0 };
}

/** Accounts, newest first, with what each has used of its month. */
export async function listAccountsInUse(
  context: Context,
  query: ListRequest,
): Promise<ListPage<{ readonly account: Account; readonly used: number }>> {
  const { data, nextCursor } = await listAccounts(context, query);
  const now = context.clock.now();
  const counters = await context.store.read(data.map(({ id }) => usageKey(id, now)));
  return { data: data.map((account, at) => ({ account, used: counters[at]?.counted ?? 0 })), nextCursor };
}

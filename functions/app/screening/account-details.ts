import type { Account } from "../../domain/screening/account.ts";
import type { ApiKey } from "../../domain/tenants/tenant.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import { apiKeyKind, apiKeyList } from "../tenants/records.ts";
import { getAccount, listAccounts } from "./accounts.ts";
import { monitorsKey, type Usage, usageKey, usageKeys, usageOf } from "./usage.ts";

/** Keys of one account that are looked at. */
const most = 100;

/** An account as an operator sees it: its month, its keys with the revoked ones, newest first, and how many addresses it watches. */
export interface AccountSeen {
  readonly usage: Usage;
  readonly keys: Listed<ApiKey>;
  readonly monitors: number;
}

export async function seeAccount(desk: Pick<Desk, "book" | "clock">, id: string): Promise<AccountSeen> {
  await getAccount(desk, id);
  const now = desk.clock.now();
  const [rows, keys] = await Promise.all([
    desk.book.read([...usageKeys(id, now), monitorsKey(id)]),
    listAggregates(desk, apiKeyKind, apiKeyList(id), { limit: most }),
  ]);
  return { usage: usageOf(rows, id, now), keys, monitors: rows[2]?.counted ?? 0 };
}

/** Accounts, newest first, with what each has used of its month. */
export async function listAccountsInUse(
  desk: Desk,
  asked: ListRequest,
): Promise<Listed<{ readonly account: Account; readonly used: number }>> {
  const { data, nextCursor } = await listAccounts(desk, asked);
  const now = desk.clock.now();
  const counters = await desk.book.read(data.map(({ id }) => usageKey(id, now)));
  return { data: data.map((account, at) => ({ account, used: counters[at]?.counted ?? 0 })), nextCursor };
}

import { currentApiVersion } from "../../domain/core/api-version.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Account, refuseKey, refusePlan } from "../../domain/screening/account.ts";
import { plans } from "../../domain/screening/plan.ts";
import type { ApiKey } from "../../domain/tenants/tenant.ts";
import { type Aggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, ReadContext, StoreContext } from "../core/context.ts";
import { type ListPage, type ListRequest, listAggregates } from "../core/list-page.ts";
import type { Write } from "../core/ports.ts";
import { getRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import {
  inUse,
  type KeyInUse,
  keysInUse,
  keyWrites,
  type NewKey,
  refuseExpiry,
  revocation,
} from "../tenants/tenants.ts";
import { accountList, accountRecordType } from "./account-record.ts";
import { readRows } from "./screening-context.ts";
import { gatheredCount, monitorsKey, type Usage, usageKeys, usageOf, wholeUsage } from "./usage.ts";

/** What an operator says of a new account; its first key is minted with it. */
export type NewAccount = Pick<Account, "name" | "plan">;

export type AccountChange = { [K in "name" | "plan" | "status"]?: Account[K] | undefined };

function ownerOf({ id, createdAt, apiVersion }: Account) {
  return { id, slug: id, createdAt, apiVersion };
}

/** What opens an account with its first key. The secret is here and in none of the writes. Refuses a plan that is not for this stage. */
export function accountWrites(
  context: Context,
  { environment, ...changes }: NewAccount & Pick<NewKey, "environment">,
  id = context.newId("acc", context.clock.now()),
): { writes: Write[]; account: Account; secret: string } | Refusal {
  const refused = refusePlan(changes.plan, environment);
  if (refused) return refused;
  const now = context.clock.now();
  const opened = { apiVersion: currentApiVersion, createdAt: now, updatedAt: now };
  const account: Account = { id, ...changes, status: "active", activeKeys: 1, ...opened };
  const reason = `account opened on the plan ${account.plan}`;
  const { writes } = transitionWrites(
    newAggregate(accountRecordType, account),
    [{ next: account, from: null, to: account.status, reason }],
    context,
  );
  const first = keyWrites(context, ownerOf(account), { name: null, environment });
  return { writes: [...writes, ...first.writes], account, secret: first.secret };
}

/** Opens an account with its first key; the secret is in the answer and nowhere else. */
export async function createAccount(
  context: Context,
  input: NewAccount & Pick<NewKey, "environment">,
): Promise<Account & { apiKey: string }> {
  const made = accountWrites(context, input);
  if (made instanceof Refusal) throw made;
  const { writes, account, secret } = made;
  return change(context, () => ({ writes, result: { ...account, apiKey: secret } }));
}

/** Opens an account under an id that its form was given, so that a form that is sent twice opens one; undefined where it is open. */
export async function openAccountOnce(
  context: Context,
  id: string,
  input: NewAccount & Pick<NewKey, "environment">,
): Promise<(Account & { apiKey: string }) | undefined> {
  return change(context, async () => {
    const [row] = await context.store.read([rowKey(id)]);
    if (row) return { writes: [], result: undefined };
    const made = accountWrites(context, input, id);
    if (made instanceof Refusal) return made;
    return { writes: made.writes, result: { ...made.account, apiKey: made.secret } };
  });
}

export function getAccount(context: StoreContext, id: string): Promise<Aggregate<Account>> {
  return getRecord(context, accountRecordType, id, "account");
}

export function listAccounts(context: Context, query: ListRequest): Promise<ListPage<Account>> {
  return listAggregates(context, accountRecordType, accountList, query);
}

/** Changes an account; another plan counts from the next screening on, with what the month has used. Nothing said is nothing changed. */
export async function changeAccount(context: Context, id: string, input: AccountChange): Promise<Account> {
  return change(context, async () => {
    const found = await getAccount(context, id);
    const { state } = found;
    const changes = Object.entries(input).filter(([name, to]) => to !== undefined && to !== Reflect.get(state, name));
    if (changes.length === 0) return { writes: [], result: state };
    const next: Account = { ...state, ...Object.fromEntries(changes), updatedAt: context.clock.now() };
    const reason = `changed ${changes.map(([name]) => name).join(", ")}`;
    const transition = { next, from: state.status, to: next.status, reason };
    const { writes } = transitionWrites(found, [transition], context);
    const isGathered = plans[next.plan].counters === 1;
    const gathered = isGathered ? await gatheredCount(context, state, context.clock.now()) : [];
    return { writes: [...writes, ...gathered], result: next };
  });
}

/** The account with so many more or fewer keys; the keys' own entries tell of it. */
function keysChanged(context: Context, found: Aggregate<Account>, by: 1 | -1): Write[] {
  const { state } = found;
  const next = { ...state, activeKeys: state.activeKeys + by, updatedAt: context.clock.now() };
  const transition = { next, from: state.status, to: state.status, reason: "keys changed", quiet: true as const };
  return transitionWrites(found, [transition], context).writes;
}

/** Mints a key, as many as the plan gives; the secret is in the answer and nowhere else. */
export async function mintAccountKey(
  context: Context,
  accountId: string,
  input: NewKey,
): Promise<ApiKey & { secret: string }> {
  return change(context, async () => {
    const found = await getAccount(context, accountId);
    const refused = refuseExpiry(context, input) ?? refuseKey(found.state);
    if (refused) return refused;
    const { writes, key, secret } = keyWrites(context, ownerOf(found.state), input);
    return { writes: [...keysChanged(context, found, 1), ...writes], result: { ...key, secret } };
  });
}

export async function listAccountKeys(
  context: Context,
  accountId: string,
  query: ListRequest,
): Promise<ListPage<KeyInUse>> {
  await getAccount(context, accountId);
  return keysInUse(context, accountId, query);
}

/** Revokes a key, once, which makes room for another; a second time changes nothing. */
export async function revokeAccountKey(context: Context, accountId: string, keyId: string): Promise<KeyInUse> {
  const revoked = await change(context, async () => {
    const found = await getAccount(context, accountId);
    const revoked = await revocation(context, accountId, keyId);
    if (revoked instanceof Refusal || revoked.writes.length === 0) return revoked;
    return { ...revoked, writes: [...keysChanged(context, found, -1), ...revoked.writes] };
  });
  return inUse(context, revoked);
}

/** Keys of one account that are looked at. */
const most = 100;

/** An account as an operator sees it: its month, its keys with the revoked ones, newest first, and how many addresses it watches. */
export interface AccountDetails {
  readonly usage: Usage;
  readonly keys: ListPage<KeyInUse>;
  readonly monitors: number;
}

export async function seeAccount(context: ReadContext, id: string): Promise<AccountDetails> {
  await getAccount(context, id);
  const now = context.clock.now();
  const [rows, keys] = await Promise.all([
    context.store.read([...usageKeys(id, now), monitorsKey(id)]),
    keysInUse(context, id, { limit: most }),
  ]);
  return { usage: await wholeUsage(context, usageOf(rows, id, now)), keys, monitors: rows[2]?.counted ?? 0 };
}

/** Accounts, newest first, with what each has used of its month. */
export async function listAccountsInUse(
  context: Context,
  query: ListRequest,
): Promise<ListPage<{ readonly account: Account; readonly used: number }>> {
  const { data, nextCursor } = await listAccounts(context, query);
  const now = context.clock.now();
  const found = await readRows(
    context.store,
    data.flatMap(({ id }) => usageKeys(id, now)),
  );
  const used = await Promise.all(
    data.map(({ id }) => wholeUsage(context, usageOf(usageKeys(id, now).map(found), id, now))),
  );
  return { data: data.map((account, at) => ({ account, used: used[at]?.used ?? 0 })), nextCursor };
}

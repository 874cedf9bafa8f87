import { Refusal } from "../../domain/core/refusal.ts";
import { type Account, refuseKey, refusePlan } from "../../domain/screening/account.ts";
import type { ApiKey } from "../../domain/tenants/tenant.ts";
import { hopWrites, type Loaded, loaded, unborn } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { apiKeyKind, apiKeyList } from "../tenants/records.ts";
import { keyWrites, type NewKey, revocation } from "../tenants/tenants.ts";
import { accountKind, accountList } from "./account-record.ts";

/** What an operator says of a new account; its first key is minted with it. */
export type NewAccount = Pick<Account, "name" | "plan">;

/** What an operator may change of an account. */
export type AccountChange = { [K in "name" | "plan" | "status"]?: Account[K] | undefined };

/** A key's owner, as the key names it. */
function ownerOf({ id, createdAt }: Account) {
  return { id, slug: id, createdAt };
}

/** What opens an account with its first key. The secret is here and in none of the writes. Refuses a plan that is not for this stage. */
export function accountWrites(
  desk: Desk,
  { environment, ...said }: NewAccount & Pick<NewKey, "environment">,
  id = desk.newId("acc", desk.clock.now()),
): { writes: Write[]; account: Account; secret: string } | Refusal {
  const refused = refusePlan(said.plan, environment);
  if (refused) return refused;
  const now = desk.clock.now();
  const account: Account = { id, ...said, status: "active", activeKeys: 1, createdAt: now, updatedAt: now };
  const reason = `account opened on the plan ${account.plan}`;
  const { writes } = hopWrites(
    unborn(accountKind, account),
    [{ next: account, from: null, to: account.status, reason }],
    desk,
  );
  const first = keyWrites(desk, ownerOf(account), { name: null, environment });
  return { writes: [...writes, ...first.writes], account, secret: first.secret };
}

/** Opens an account with its first key; the secret is in the answer and nowhere else. */
export async function createAccount(
  desk: Desk,
  asked: NewAccount & Pick<NewKey, "environment">,
): Promise<Account & { apiKey: string }> {
  const made = accountWrites(desk, asked);
  if (made instanceof Refusal) throw made;
  const { writes, account, secret } = made;
  return change(desk, () => ({ writes, result: { ...account, apiKey: secret } }));
}

/** Opens an account under an id that its form was given, so that a form that is sent twice opens one; undefined where it is open. */
export async function openAccountOnce(
  desk: Desk,
  id: string,
  asked: NewAccount & Pick<NewKey, "environment">,
): Promise<(Account & { apiKey: string }) | undefined> {
  return change(desk, async () => {
    const [row] = await desk.book.read([rowKey(id)]);
    if (row) return { writes: [], result: undefined };
    const made = accountWrites(desk, asked, id);
    if (made instanceof Refusal) return made;
    return { writes: made.writes, result: { ...made.account, apiKey: made.secret } };
  });
}

/** The account with this id. */
export async function getAccount(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Account>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === accountKind.type ? loaded(accountKind, row) : undefined;
  if (!found) throw new Refusal("not_found", "no such account");
  return found;
}

export function listAccounts(desk: Desk, asked: ListRequest): Promise<Listed<Account>> {
  return listAggregates(desk, accountKind, accountList, asked);
}

/** Changes an account; another plan counts from the next screening on, with what the month has used. Nothing said is nothing changed. */
export async function changeAccount(desk: Desk, id: string, asked: AccountChange): Promise<Account> {
  return change(desk, async () => {
    const found = await getAccount(desk, id);
    const { state } = found;
    const said = Object.entries(asked).filter(
      ([name, to]) => to !== undefined && to !== Reflect.get(state, name),
    );
    if (said.length === 0) return { writes: [], result: state };
    const next: Account = { ...state, ...Object.fromEntries(said), updatedAt: desk.clock.now() };
    const reason = `changed ${said.map(([name]) => name).join(", ")}`;
    const hop = { next, from: state.status, to: next.status, reason };
    return { writes: hopWrites(found, [hop], desk).writes, result: next };
  });
}

/** The account with so many more or fewer keys; the keys' own entries tell of it. */
function keysChanged(desk: Desk, found: Loaded<Account>, by: 1 | -1): Write[] {
  const { state } = found;
  const next = { ...state, activeKeys: state.activeKeys + by, updatedAt: desk.clock.now() };
  const hop = { next, from: state.status, to: state.status, reason: "keys changed", quiet: true as const };
  return hopWrites(found, [hop], desk).writes;
}

/** Mints a key, as many as the plan gives; the secret is in the answer and nowhere else. */
export async function mintAccountKey(
  desk: Desk,
  accountId: string,
  asked: NewKey,
): Promise<ApiKey & { secret: string }> {
  return change(desk, async () => {
    const found = await getAccount(desk, accountId);
    const refused = refuseKey(found.state);
    if (refused) return refused;
    const { writes, key, secret } = keyWrites(desk, ownerOf(found.state), asked);
    return { writes: [...keysChanged(desk, found, 1), ...writes], result: { ...key, secret } };
  });
}

export async function listAccountKeys(
  desk: Desk,
  accountId: string,
  asked: ListRequest,
): Promise<Listed<ApiKey>> {
  await getAccount(desk, accountId);
  return listAggregates(desk, apiKeyKind, apiKeyList(accountId), asked);
}

/** Revokes a key, once, which makes room for another; a second time changes nothing. */
export async function revokeAccountKey(desk: Desk, accountId: string, keyId: string): Promise<ApiKey> {
  return change(desk, async () => {
    const found = await getAccount(desk, accountId);
    const revoked = await revocation(desk, accountId, keyId);
    if (revoked instanceof Refusal || revoked.writes.length === 0) return revoked;
    return { ...revoked, writes: [...keysChanged(desk, found, -1), ...revoked.writes] };
  });
}

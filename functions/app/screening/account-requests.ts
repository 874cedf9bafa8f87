import type { RequestStatus } from "../../domain/access/access-request.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Account } from "../../domain/screening/account.ts";
import {
  type AccountAsked,
  type AccountRequest,
  acceptAccountRequest as accept,
  declineAccountRequest as decline,
  takeAccountRequest,
} from "../../domain/screening/account-request.ts";
import type { PlanName } from "../../domain/screening/plan.ts";
import { changeRequest, getRequest, requestList } from "../access/access-request-record.ts";
import { type Askable, type AskedFrom, type Received, takeRequest } from "../access/submit-access-request.ts";
import { hopWrites, type Loaded } from "../core/aggregate.ts";
import type { KeyEnvironment } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import { accountRequestKind } from "./account-request-record.ts";
import { accountWrites } from "./accounts.ts";

const account: Askable<AccountAsked, AccountRequest> = {
  called: "requests for an account",
  prefix: "acr",
  kind: accountRequestKind,
  take: takeAccountRequest,
};

/** What accepting works with: its keys are of this environment. */
export interface AccountRequestDesk extends Desk {
  readonly environment: KeyEnvironment;
}

/** What came of an accepted request. The key is told here and nowhere else. */
export interface AccountOpened {
  readonly request: AccountRequest;
  readonly account: Account;
  readonly apiKey: string;
}

/** Takes a request for an account of the screening interface. */
export function requestAccount(desk: Desk, asked: AccountAsked, from: AskedFrom): Promise<Received> {
  return takeRequest(desk, account, asked, from);
}

/** Requests for an account, newest first. */
export function listAccountRequests(
  desk: Pick<Desk, "book">,
  { status, ...asked }: ListRequest & { readonly status?: RequestStatus | undefined },
): Promise<Listed<AccountRequest>> {
  return listAggregates(desk, accountRequestKind, requestList(accountRequestKind.type, status), asked);
}

/** The request with this id. */
export function getAccountRequest(desk: Pick<Desk, "book">, id: string): Promise<Loaded<AccountRequest>> {
  return getRequest(desk, accountRequestKind, { id, called: "request for an account" });
}

/** Opens the account, on the plan that was asked for where no other is said; it and its first key are made in one transaction with the decision, so that nothing is made twice. Refuses what was decided. */
export function acceptAccountRequest(
  desk: AccountRequestDesk,
  id: string,
  { plan, note }: { readonly plan?: PlanName | undefined; readonly note: string | null },
): Promise<AccountOpened> {
  return change(desk, async () => {
    const found = await getAccountRequest(desk, id);
    const { companyName: name, plan: wanted } = found.state;
    const made = accountWrites(desk, { name, plan: plan ?? wanted, environment: desk.environment });
    if (made instanceof Refusal) return made;
    const hop = accept(found.state, { accountId: made.account.id, note }, desk.clock.now());
    if (hop instanceof Refusal) return hop;
    const { writes, after } = hopWrites(found, [hop], desk);
    const result = { request: after.state, account: made.account, apiKey: made.secret };
    return { writes: [...writes, ...made.writes], result };
  });
}

/** Declines a request, with a reason for the files: whoever asked is told nothing. Refuses what was decided. */
export function declineAccountRequest(
  desk: Desk,
  id: string,
  { reason }: { readonly reason: string },
): Promise<AccountRequest> {
  return changeRequest(
    desk,
    () => getAccountRequest(desk, id),
    (state, now) => decline(state, reason, now),
  );
}

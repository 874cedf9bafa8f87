import { mapRequesterTexts, type RequestStatus } from "../../domain/access/access-request.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Account } from "../../domain/screening/account.ts";
import {
  type AccountInput,
  type AccountRequest,
  acceptAccountRequest as accept,
  accountRequest,
  declineAccountRequest as decline,
  takeAccountRequest,
} from "../../domain/screening/account-request.ts";
import type { PlanName } from "../../domain/screening/plan.ts";
import { accessRequestRecordType, changeRequest } from "../access/access-request-record.ts";
import {
  type Askable,
  type RequestOrigin,
  type SubmittedRequest,
  takeRequest,
} from "../access/submit-access-request.ts";
import { type Aggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import type { KeyEnvironment } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import { getRecord } from "../core/read-records.ts";
import { wholeList } from "../core/row-keys.ts";
import { accountWrites } from "./accounts.ts";

export const accountRequestRecordType: RecordType<AccountRequest> = accessRequestRecordType("account_request", {
  schema: accountRequest,
  personal: { subject: ({ id }) => `requester:${id}`, map: mapRequesterTexts },
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, useCase: ____, ...state }) => state,
});

const account: Askable<AccountInput, AccountRequest> = {
  called: "requests for an account",
  prefix: "acr",
  kind: accountRequestRecordType,
  take: takeAccountRequest,
};

/** What accepting works with: its keys are of this environment. */
export interface AccountRequestContext extends Context {
  readonly environment: KeyEnvironment;
}

/** What came of an accepted request. The key is told here and nowhere else. */
export interface NewAccount {
  readonly request: AccountRequest;
  readonly account: Account;
  readonly apiKey: string;
}

export function requestAccount(context: Context, input: AccountInput, from: RequestOrigin): Promise<SubmittedRequest> {
  return takeRequest(context, account, input, from);
}

export function listAccountRequests(
  context: StoreContext,
  { status, ...input }: ListQuery<RequestStatus>,
): Promise<ListPage<AccountRequest>> {
  return listAggregates(context, accountRequestRecordType, wholeList(accountRequestRecordType.type, status), input);
}

export function getAccountRequest(context: StoreContext, id: string): Promise<Aggregate<AccountRequest>> {
  return getRecord(context, accountRequestRecordType, id, "request for an account");
}

/** Opens the account, on the plan that was asked for where no other is said; it and its first key are made in one transaction with the decision, so that nothing is made twice. Refuses what was decided. */
export function acceptAccountRequest(
  context: AccountRequestContext,
  id: string,
  { plan, note }: { readonly plan?: PlanName | undefined; readonly note: string | null },
): Promise<NewAccount> {
  return change(context, async () => {
    const found = await getAccountRequest(context, id);
    const { companyName: name, plan: wanted } = found.state;
    const made = accountWrites(context, { name, plan: plan ?? wanted, environment: context.environment });
    if (made instanceof Refusal) return made;
    const transition = accept(found.state, { accountId: made.account.id, note }, context.clock.now());
    if (transition instanceof Refusal) return transition;
    const { writes, after } = transitionWrites(found, [transition], context);
    const result = { request: after.state, account: made.account, apiKey: made.secret };
    return { writes: [...writes, ...made.writes], result };
  });
}

/** Declines a request, with a reason for the files: whoever asked is told nothing. Refuses what was decided. */
export function declineAccountRequest(
  context: Context,
  id: string,
  { reason }: { readonly reason: string },
): Promise<AccountRequest> {
  return changeRequest(
    context,
    () => getAccountRequest(context, id),
    (state, now) => decline(state, reason, now),
  );
}

import { type AccountRequest, accountRequest } from "../domain/account-request.ts";
import type { Kind } from "./aggregate.ts";
import { requestKind } from "./request-kind.ts";

export const accountRequestKind: Kind<AccountRequest> = requestKind("account_request", {
  schema: accountRequest,
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, useCase: ____, ...state }) => state,
});

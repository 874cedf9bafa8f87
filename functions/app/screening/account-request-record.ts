import { type AccountRequest, accountRequest } from "../../domain/screening/account-request.ts";
import { requestKind } from "../access/access-request-record.ts";
import type { Kind } from "../core/aggregate.ts";

export const accountRequestKind: Kind<AccountRequest> = requestKind("account_request", {
  schema: accountRequest,
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, useCase: ____, ...state }) => state,
});

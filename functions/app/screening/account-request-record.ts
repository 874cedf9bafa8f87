import { type AccountRequest, accountRequest } from "../../domain/screening/account-request.ts";
import { accessRequestRecordType } from "../access/access-request-record.ts";
import type { RecordType } from "../core/aggregate.ts";

export const accountRequestRecordType: RecordType<AccountRequest> = accessRequestRecordType("account_request", {
  schema: accountRequest,
  // Who asked is the request's own to tell, not the trail's.
  shown: ({ companyName: _, contactName: __, contactEmail: ___, useCase: ____, ...state }) => state,
});

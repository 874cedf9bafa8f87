import {
  acceptAccountRequest,
  declineAccountRequest,
  getAccountRequest,
  listAccountRequests,
} from "../../app/screening/account-requests.ts";
import { eraseAccountRequest } from "../../app/screening/erase-account-requests.ts";
import { accountRequestOperations } from "../../contract/screening/account-requests.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { live } from "../../wiring/core/env.ts";
import { personal } from "../../wiring/core/personal.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

const environment = live ? "live" : "test";

export const handler = serve(accountRequestOperations, withCursors({ ...operatorFrame, personal }), {
  listAccountRequests: async (call) => ({ body: await listAccountRequests(contextOf(call), call.query) }),
  getAccountRequest: async (call) => ({ body: (await getAccountRequest(contextOf(call), call.params.id)).state }),
  acceptAccountRequest: async (call) => ({
    body: await acceptAccountRequest({ ...contextOf(call), environment }, call.params.id, call.body),
  }),
  declineAccountRequest: async (call) => ({
    body: await declineAccountRequest(contextOf(call), call.params.id, call.body),
  }),
  eraseAccountRequest: async (call) => ({
    body: await eraseAccountRequest({ ...contextOf(call), personal }, call.params.id, call.body.reason),
  }),
});

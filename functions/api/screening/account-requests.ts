import {
  acceptAccountRequest,
  declineAccountRequest,
  getAccountRequest,
  listAccountRequests,
} from "../../app/screening/account-requests.ts";
import { accountRequestOperations } from "../../contract/screening/account-requests.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { live } from "../../wiring/core/env.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

const environment = live ? "live" : "test";

export const handler = serve(
  accountRequestOperations,
  {
    listAccountRequests: async (call) => ({ body: await listAccountRequests(deskOf(call), call.query) }),
    getAccountRequest: async (call) => ({
      body: (await getAccountRequest(deskOf(call), call.params.id)).state,
    }),
    acceptAccountRequest: async (call) => ({
      body: await acceptAccountRequest({ ...deskOf(call), environment }, call.params.id, call.body),
    }),
    declineAccountRequest: async (call) => ({
      body: await declineAccountRequest(deskOf(call), call.params.id, call.body),
    }),
  },
  operatorFrame,
);

import {
  approveOwnEntry,
  getOwnEntry,
  listOwnEntries,
  proposeOwnEntry,
  rejectOwnEntry,
  withdrawOwnEntry,
} from "../../app/screening/internal-lists.ts";
import { ownListOperations } from "../../contract/screening/own-lists.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(
  ownListOperations,
  {
    proposeOwnEntry: async (call) => ({ body: await proposeOwnEntry(deskOf(call), call.body) }),
    listOwnEntries: async (call) => ({ body: await listOwnEntries(deskOf(call), call.query) }),
    getOwnEntry: async (call) => ({ body: await getOwnEntry(deskOf(call), call.params.id) }),
    approveOwnEntry: async (call) => ({
      body: await approveOwnEntry(deskOf(call), call.params.id, call.body.note),
    }),
    rejectOwnEntry: async (call) => ({
      body: await rejectOwnEntry(deskOf(call), call.params.id, call.body.note),
    }),
    withdrawOwnEntry: async (call) => ({
      body: await withdrawOwnEntry(deskOf(call), call.params.id, call.body.reason),
    }),
  },
  operatorFrame,
);

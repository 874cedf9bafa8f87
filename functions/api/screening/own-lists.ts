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
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(ownListOperations, withCursors(operatorFrame), {
  proposeOwnEntry: async (call) => ({ body: await proposeOwnEntry(contextOf(call), call.body) }),
  listOwnEntries: async (call) => ({ body: await listOwnEntries(contextOf(call), call.query) }),
  getOwnEntry: async (call) => ({ body: await getOwnEntry(contextOf(call), call.params.id) }),
  approveOwnEntry: async (call) => ({ body: await approveOwnEntry(contextOf(call), call.params.id, call.body.note) }),
  rejectOwnEntry: async (call) => ({ body: await rejectOwnEntry(contextOf(call), call.params.id, call.body.note) }),
  withdrawOwnEntry: async (call) => ({
    body: await withdrawOwnEntry(contextOf(call), call.params.id, call.body.reason),
  }),
});

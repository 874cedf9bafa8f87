import { verifyScreen } from "../../app/screening/verify-screen.ts";
import { operatorScreenOperations } from "../../contract/screening/screens.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { listReader as listStore } from "../../wiring/screening/lists.ts";

export const handler = serve(operatorScreenOperations, operatorFrame, {
  verifyScreen: async (call) => ({ body: await verifyScreen({ ...contextOf(call), listStore }, call.params.id) }),
});

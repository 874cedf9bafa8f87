import { endAllSessions, endOperatorSessions } from "../../app/access/sessions.ts";
import { operatorAccessOperations } from "../../contract/access/operator-access.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(operatorAccessOperations, operatorFrame, {
  endOperatorSessions: async (call) => ({ body: await endOperatorSessions(contextOf(call), call.params.name) }),
  endAllSessions: async (call) => ({ body: await endAllSessions(contextOf(call)) }),
});

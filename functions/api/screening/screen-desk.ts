import { listAccountAudit } from "../../app/screening/account-audit.ts";
import { verifyScreen } from "../../app/screening/verify-screen.ts";
import { operatorReadOperations } from "../../contract/screening/operator-reads.ts";
import { operatorScreenOperations } from "../../contract/screening/screens.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { listReader as listStore } from "../../wiring/screening/lists.ts";

/** What operators look up across all accounts: it reads the book and the lists, and changes nothing. */
export const handler = serve({ ...operatorScreenOperations, ...operatorReadOperations }, withCursors(operatorFrame), {
  verifyScreen: async (call) => ({ body: await verifyScreen({ ...contextOf(call), listStore }, call.params.id) }),
  listAudit: async (call) => ({ body: await listAccountAudit(contextOf(call), call.query) }),
});

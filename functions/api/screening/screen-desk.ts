import { pageOfAll } from "../../app/core/list-page.ts";
import { listAccountAudit } from "../../app/screening/account-audit.ts";
import { listScreens } from "../../app/screening/list-screens.ts";
import { searchScreening } from "../../app/screening/search.ts";
import { screenById, verifyScreen } from "../../app/screening/verify-screen.ts";
import { operatorReadOperations } from "../../contract/screening/operator-reads.ts";
import { operatorScreenOperations } from "../../contract/screening/screens.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { viewScreen } from "../../domain/screening/screen-view.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import { listReader as listStore, listMemory as lists } from "../../wiring/screening/lists.ts";

/** A screen as its account sees it, and whose it is. */
function viewOf(screen: Screen) {
  return { ...viewScreen(screen), accountId: screen.accountId };
}

/** What operators look up across all accounts: it reads the book and the lists, and changes nothing. */
export const handler = serve({ ...operatorScreenOperations, ...operatorReadOperations }, withCursors(operatorFrame), {
  verifyScreen: async (call) => ({ body: await verifyScreen({ ...contextOf(call), listStore }, call.params.id) }),
  listAccountScreens: async (call) => {
    const { data, nextCursor } = await listScreens(contextOf(call), call.query);
    return { body: { data: data.map(viewOf), nextCursor } };
  },
  readAccountScreen: async (call) => ({ body: viewOf(await screenById(contextOf(call), call.params.id)) }),
  search: async (call) => {
    const found = await searchScreening({ ...contextOf(call), lists }, call.query.q);
    return { body: pageOfAll(found, ({ kind, id }) => `${kind} ${id}`, call.query) };
  },
  listAudit: async (call) => ({ body: await listAccountAudit(contextOf(call), call.query) }),
});

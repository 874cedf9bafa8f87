import { listAudit } from "../../app/audit/audit.ts";
import { search } from "../../app/console/search.ts";
import { pageOfAll } from "../../app/core/list-page.ts";
import { auditOperations } from "../../contract/console/audit.ts";
import { searchOperations } from "../../contract/shared/search.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";
import "../../wiring/core/personal.ts";

/** What operators look up across all tenants: it reads the book and changes nothing. */
export const handler = serve({ ...auditOperations, ...searchOperations }, withCursors(operatorFrame), {
  listAudit: async (call) => ({ body: await listAudit(contextOf(call), call.query) }),
  search: async (call) => {
    const found = await search(contextOf(call), call.query.q);
    return { body: pageOfAll(found, ({ kind, id }) => `${kind} ${id}`, call.query) };
  },
});

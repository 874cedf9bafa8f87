import { listAudit } from "../app/audit.ts";
import { search } from "../app/search.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { auditOperations } from "./audit.contract.ts";
import { searchOperations } from "./search.contract.ts";

/** What operators look up across all tenants: it reads the book and changes nothing. */
export const handler = serve(
  { ...auditOperations, ...searchOperations },
  {
    listAudit: async (call) => ({ body: await listAudit(deskOf(call), call.query) }),
    search: async (call) => ({ body: { data: await search(deskOf(call), call.query.q) } }),
  },
  operatorFrame,
);

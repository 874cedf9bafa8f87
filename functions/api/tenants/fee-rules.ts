import { addFeeRule, listFeeRules } from "../../app/tenants/flags-and-fees.ts";
import { feeRuleOperations } from "../../contract/tenants/fee-rules.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(feeRuleOperations, withCursors(operatorFrame), {
  addFeeRule: async (call) => ({ body: await addFeeRule(contextOf(call), call.body) }),
  listFeeRules: async (call) => ({
    body: await listFeeRules(contextOf(call), { ...call.query, tenantId: call.query.tenantId ?? null }),
  }),
});

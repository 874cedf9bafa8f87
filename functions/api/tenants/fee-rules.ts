import { requestFeeRule } from "../../app/review/ask-change.ts";
import { listFeeRules } from "../../app/tenants/flags-and-fees.ts";
import { feeRuleOperations } from "../../contract/tenants/fee-rules.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { twoPersonControl } from "../../wiring/core/env.ts";
import { withCursors } from "../../wiring/frames/lists.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(feeRuleOperations, withCursors(operatorFrame), {
  addFeeRule: async (call) => {
    const answer = await requestFeeRule({ ...contextOf(call), twoPersonControl }, call.body);
    return "rule" in answer ? { body: answer.rule } : { body: answer, status: 202 };
  },
  listFeeRules: async (call) => ({
    body: await listFeeRules(contextOf(call), { ...call.query, tenantId: call.query.tenantId ?? null }),
  }),
});

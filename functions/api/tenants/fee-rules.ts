import { addFeeRule, listFeeRules } from "../../app/tenants/flags-and-fees.ts";
import { feeRuleOperations } from "../../contract/tenants/fee-rules.ts";
import { serve } from "../../http/route.ts";
import { deskOf } from "../../wiring/core/context.ts";
import { operatorFrame } from "../../wiring/frames/operator.ts";

export const handler = serve(
  feeRuleOperations,
  {
    addFeeRule: async (call) => ({ body: await addFeeRule(deskOf(call), call.body) }),
    listFeeRules: async (call) => {
      return { body: await listFeeRules(deskOf(call), call.query.tenantId ?? null) };
    },
  },
  operatorFrame,
);

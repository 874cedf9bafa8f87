import { addFeeRule, listFeeRules } from "../app/settings.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { feeRuleOperations } from "./fee-rules.contract.ts";

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

import { listHistory } from "../app/settlement-reads.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { settlementHistoryOperations } from "./payments.contract.ts";

export const handler = serve(
  settlementHistoryOperations,
  {
    getSettlementHistory: async (call) => ({
      body: await listHistory(deskOf(call), call.params.id, call.query),
    }),
  },
  operatorFrame,
);

import { listFlagHistory } from "../app/flag-history.ts";
import { effectiveFlags, setFlag } from "../app/settings.ts";
import { flagKeys } from "../domain/flag.ts";
import { Refusal } from "../domain/refusal.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { live } from "../wiring/env.ts";
import { operatorFrame } from "../wiring/operator-frame.ts";
import { flagOperations } from "./flags.contract.ts";

export const handler = serve(
  flagOperations,
  {
    listFlags: async (call) => ({
      body: { data: await effectiveFlags(deskOf(call), call.query.tenantId ?? null) },
    }),
    listFlagHistory: async (call) => ({ body: await listFlagHistory(deskOf(call), call.query) }),
    setFlag: async (call) => {
      const key = flagKeys.find((known) => known === call.body.key);
      if (!key) throw new Refusal("unknown_flag", `there is no flag ${call.body.key}`);
      return { body: { data: await setFlag({ ...deskOf(call), live }, { ...call.body, key }) } };
    },
  },
  operatorFrame,
);

import { readRatios } from "../app/programs.ts";
import { serve } from "../http/route.ts";
import { deskOf } from "../wiring/base.ts";
import { tenantFrame } from "../wiring/tenant-frame.ts";
import { ratioOperations } from "./ratios.contract.ts";

export const handler = serve(
  ratioOperations,
  {
    getRatios: async (call) => ({
      body: await readRatios(deskOf(call), call.principal.tenantId, call.query.period),
    }),
  },
  tenantFrame,
);

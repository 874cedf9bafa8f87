import { readRatios } from "../../app/disputes/programs.ts";
import { ratioOperations } from "../../contract/disputes/ratios.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { tenantFrame } from "../../wiring/frames/tenant.ts";

export const handler = serve(ratioOperations, tenantFrame, {
  getRatios: async (call) => ({ body: await readRatios(contextOf(call), call.principal.tenantId, call.query.period) }),
});

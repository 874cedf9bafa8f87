import { monitorsKey, usageHeaders, usageKeys, usageOf, viewUsage, wholeUsage } from "../../app/screening/usage.ts";
import { usageOperations } from "../../contract/screening/usage.ts";
import { serve } from "../../http/route.ts";
import { clock, store } from "../../wiring/core/context.ts";
import { screeningFrame } from "../../wiring/frames/screening.ts";

export const handler = serve(usageOperations, screeningFrame, {
  getUsage: async ({ principal: { tenantId } }) => {
    const now = clock.now();
    const keys = [...usageKeys(tenantId, now), monitorsKey(tenantId)];
    const [account, counter, monitors] = await store.read(keys);
    const usage = await wholeUsage({ store }, usageOf([account, counter], tenantId, now));
    return { body: viewUsage(usage, monitors?.counted ?? 0), headers: usageHeaders(usage) };
  },
});

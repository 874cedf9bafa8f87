import { usageHeaders, usageKeys, usageOf, usageShown } from "../app/screening-usage.ts";
import { serve } from "../http/route.ts";
import { book, clock } from "../wiring/base.ts";
import { screeningFrame } from "../wiring/screening-frame.ts";
import { usageOperations } from "./usage.contract.ts";

export const handler = serve(
  usageOperations,
  {
    getUsage: async ({ principal: { tenantId } }) => {
      const now = clock.now();
      const usage = usageOf(await book.read(usageKeys(tenantId, now)), tenantId, now);
      return { body: usageShown(usage), headers: usageHeaders(usage) };
    },
  },
  screeningFrame,
);

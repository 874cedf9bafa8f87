import type { mockEvent } from "../../adapters/mock/rail-mock.ts";
import { errorText } from "../../app/core/error-text.ts";
import type { Callback } from "../../app/operations/receive-callback.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { vendorContext } from "./vendor-context.ts";

/** The mock rail's callback as ours, once the mock has done what it says. */
export async function mockCallback(report: Parameters<typeof mockEvent>[0]): Promise<Callback> {
  const { railRef } = report;
  if (settings.RAIL !== "mock")
    throw new Refusal("unknown_rail_ref", "payments of this deployment are on another rail");
  const { mockCallbackOf } = await import("../../adapters/mock/callback-event.ts");
  try {
    return await mockCallbackOf(vendorContext, report);
  } catch (error) {
    log.error("mock rail failed", { correlationId: railRef, error: errorText(error) });
    throw new Refusal("rail_unavailable", "the mock rail cannot do that now", { retryAfterSeconds: 2 });
  }
}

import type { reconcileNightly } from "../../app/reconciliation/nightly.ts";
import type { Instant } from "../../domain/core/time.ts";
import { clock, contextFor } from "../core/context.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { vendors } from "../rails/vendors.ts";

/** What nightly runs work with, until a deadline. */
export function nightlyContext(requestId: string, deadline: Instant): Parameters<typeof reconcileNightly>[0] {
  const { rails } = vendors;
  return { ...contextFor("system:nightly", requestId), rails, log, meter, isLate: () => clock.now() >= deadline };
}

import { contextFor } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { payerAccountOpener } from "../onboarding/people-secrets.ts";
import { vendors } from "../rails/vendors.ts";

export function claimWorkerContext(requestId: string) {
  const context = contextFor("system:sweeper", requestId);
  return { ...vendors, ...context, accounts: payerAccountOpener, log, pagesUrl: settings.ONBOARD_URL };
}

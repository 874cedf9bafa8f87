import { contextFor } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { vendors } from "../rails/vendors.ts";
import { payerAccounts } from "./payer-accounts.ts";

export function claimWorkerContext(requestId: string) {
  const context = contextFor("system:sweeper", requestId);
  return { ...vendors, ...context, accounts: payerAccounts, log, pagesUrl: settings.ONBOARD_URL };
}

import type { SweepContext } from "../../app/operations/sweep-due-records.ts";
import { contextFor } from "../core/context.ts";
import { checksAddresses, licensedIn, settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { dispatchContext } from "../core/outbox.ts";
import { lists } from "../gate/screening.ts";
import { vendors } from "../rails/vendors.ts";
import { payerAccounts } from "./payer-accounts.ts";

export function sweepContext(requestId: string): SweepContext {
  const pagesUrl = settings.ONBOARD_URL;
  const context = contextFor("system:sweeper", requestId);
  const checks = { checksAddresses, licensedIn };
  return { ...vendors, ...checks, ...dispatchContext, ...context, accounts: payerAccounts, lists, log, pagesUrl };
}

import { contextFor } from "../core/context.ts";
import { checksAddresses, licensedIn, settings, twoPersonControl } from "../core/env.ts";
import { log } from "../core/log.ts";
import { onboarding } from "../onboarding/onboarding.ts";
import { vendors } from "../rails/vendors.ts";
import { payerAccounts } from "./payer-accounts.ts";

const partner = { onboarding, onboardUrl: settings.ONBOARD_URL, log, twoPersonControl };

export function lookUpWorkerContext(requestId: string) {
  const checks = { checksAddresses, licensedIn };
  return { ...vendors, ...checks, ...contextFor("system:sweeper", requestId), accounts: payerAccounts, partner, log };
}

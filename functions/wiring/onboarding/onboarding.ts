import { settings } from "../core/env.ts";
import { vendorContext } from "../rails/vendor-context.ts";
import { onboardingPartners } from "../rails/vendor-table.ts";

const { RAIL: rail } = settings;

if (!Object.hasOwn(onboardingPartners, rail))
  throw new Error(`no partner takes businesses on for a rail called ${rail}`);

/** Who looks at a business before money moves for it: the partner whose rail it is. */
export const onboarding = await onboardingPartners[rail as keyof typeof onboardingPartners](vendorContext);

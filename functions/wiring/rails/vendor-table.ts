import type { ConversionVendor, RailVendor, VendorContext } from "../../adapters/vendor.ts";
import type { Onboarding } from "../../app/onboarding/ports.ts";
import { pairProblem, type RailName } from "../../domain/rails/terms.ts";

// Each vendor is a folder of adapters; what a Lambda does not use of it is not loaded, and is in its bundle only where
// another stage's setting would use it. So each way of using a vendor is a table of its own.

type Load<T> = (context: VendorContext) => Promise<T>;

export const railVendors = {
  mock: async (context) => (await import("../../adapters/mock/payments.ts")).mockPayments(context),
  bridge: async (context) => (await import("../../adapters/bridge/payments.ts")).bridgePayments(context),
} as const satisfies Record<RailName, Load<RailVendor>>;

/** Vendors that convert without being a rail. */
export const conversionVendors = {
  hifi: async (context) => (await import("../../adapters/hifi/payments.ts")).hifiPayments(context),
} as const satisfies Record<string, Load<ConversionVendor>>;

/** Who looks at a business before money moves for it: the partner whose rail it is. */
export const onboardingPartners = {
  mock: async ({ mockStore }) => new (await import("../../adapters/mock/onboarding-mock.ts")).MockOnboarding(mockStore),
  bridge: async (context) => {
    const [{ BridgeOnboarding }, { bridgeAccess }] = await Promise.all([
      import("../../adapters/bridge/onboarding-bridge.ts"),
      import("../../adapters/bridge/settings.ts"),
    ]);
    return new BridgeOnboarding(bridgeAccess(context));
  },
} as const satisfies Record<RailName, Load<Onboarding>>;

/** The adapter of a name that configuration gives; throws where there is none. */
export function vendorByName<T>(kind: string, name: string, table: Readonly<Record<string, T>>): T {
  const vendor = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!vendor) throw new Error(`no ${kind} adapter is called ${name}`);
  return vendor;
}

/** Refuses, when a Lambda starts, to convert at a vendor that no leg joins to the rail; a blank is no vendor. */
export function refusePairs(rail: string, conversions: readonly string[]): void {
  for (const name of conversions) {
    const problem = name === "" ? undefined : pairProblem(rail, name);
    if (problem) throw new Error(problem);
  }
}

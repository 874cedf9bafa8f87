import { EthocaAlerts } from "../../adapters/ethoca/ethoca.ts";
import type { AlertSource } from "../../app/disputes/ports.ts";
import { isReachable, type ReachableSource, type ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { settings } from "../core/env.ts";
import { vendorKeys } from "../rails/vendor-keys.ts";

const adapters: Readonly<Record<ReachableSource, () => AlertSource>> = {
  ethoca: () =>
    new EthocaAlerts({
      baseUrl: settings.ETHOCA_URL,
      account: (again) => vendorKeys().of("ethoca", again),
    }),
};

/** The third parties that configuration switched on, as use cases ask them. */
export function enabledAlertSources(): readonly AlertSource[] {
  return settings.ALERT_SOURCES.filter(isReachable).map((name) => adapters[name]());
}

/** Our tenant by a source's name of it, as the vendors' secret has it. */
export async function tenantOfMerchant(source: ThirdPartySource, merchantId: string): Promise<string | undefined> {
  if (!isReachable(source)) return undefined;
  const { merchants } = await vendorKeys().of(source);
  return Object.hasOwn(merchants, merchantId) ? merchants[merchantId] : undefined;
}

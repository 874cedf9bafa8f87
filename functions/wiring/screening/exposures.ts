import { ChainalysisSanctions, ChainalysisScreening } from "../../adapters/exposure/chainalysis.ts";
import { EllipticScreening } from "../../adapters/exposure/elliptic.ts";
import { errorText } from "../../app/core/error-text.ts";
import type { Exposures } from "../../app/screening/ask-exposures.ts";
import type { ExposureProvider } from "../../app/screening/ports.ts";
import type { ReachableExposure } from "../../domain/screening/exposure-mapping.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { vendorKeys } from "../rails/vendor-keys.ts";

const adapters: Readonly<Record<ReachableExposure, () => ExposureProvider>> = {
  chainalysis_sanctions: () =>
    new ChainalysisSanctions({
      baseUrl: settings.CHAINALYSIS_SANCTIONS_URL,
      apiKey: async (again) => (await vendorKeys().of("chainalysis_sanctions", again)).apiKey,
    }),
  chainalysis: () =>
    new ChainalysisScreening({
      baseUrl: settings.CHAINALYSIS_URL,
      apiKey: async (again) => (await vendorKeys().of("chainalysis", again)).apiKey,
    }),
  elliptic: () =>
    new EllipticScreening({
      baseUrl: settings.ELLIPTIC_URL,
      account: (again) => vendorKeys().of("elliptic", again),
      // Signatures are judged by the wall's time, and not by a sandbox's clock.
      now: () => Date.now(),
    }),
};

function providerOf(name: string): ExposureProvider {
  const make = Object.hasOwn(adapters, name) ? adapters[name as ReachableExposure] : undefined;
  if (!make) throw new Error(`no exposure provider is called ${name}`);
  return make();
}

/** The providers of graph analysis that configuration switched on, each with one breaker for the life of this Lambda. */
export const exposures: Exposures = {
  providers: settings.EXPOSURE.map(providerOf),
  failed: (provider, error) => {
    meter.count("ProviderFailed", 1);
    log.error("exposure provider failed", { provider, error: errorText(error) });
  },
};

import type { ConversionVendor } from "../../adapters/vendor.ts";
import { live, settings } from "../core/env.ts";
import { meter } from "../core/metrics.ts";
import { screening } from "../gate/screening.ts";
import { loadRail, rail } from "./rail.ts";
import { vendorContext } from "./vendor-context.ts";
import { conversionVendors, railVendors, refusePairs, vendorByName } from "./vendor-table.ts";

const { ALTERNATIVE_CONVERSION: other } = settings;

refusePairs(settings.RAIL, [settings.CONVERSION, other]);

/** A stage that takes a third party's alerts has keys of vendors as well, though it moves no money with any. */
const movesMoney = settings.RAIL !== "mock" || settings.CONVERSION !== "mock" || other !== "";

/** Whether a settlement that was opened with a vendor can still go on with it here: a mock only where it is the rail, a real one wherever keys of vendors that move money are. */
function isReached(name: string): boolean {
  return name === "mock" ? settings.RAIL === "mock" : movesMoney && settings.VENDOR_SECRET_ARN !== "";
}

const loading = new Map<string, Promise<ConversionVendor>>();

/** The conversion of a name, loaded once: a rail's own, or another vendor's. */
async function loadConversion(name: string) {
  if (Object.hasOwn(railVendors, name)) return (await loadRail(name)).conversion;
  const vendor = loading.get(name) ?? vendorByName("conversion", name, conversionVendors)(vendorContext);
  loading.set(name, vendor);
  return (await vendor).conversion;
}

const railNames = Object.keys(railVendors).filter(isReached);
const conversionNames = Object.keys({ ...railVendors, ...conversionVendors }).filter(isReached);

const [rails, conversions, conversion, alternative] = await Promise.all([
  Promise.all(railNames.map(async (name) => (await loadRail(name)).rail)),
  Promise.all(conversionNames.map(loadConversion)),
  loadConversion(settings.CONVERSION),
  other === "" ? undefined : loadConversion(other),
]);

/** The vendors that configuration chose, as use cases take them, those that older settlements go on with, and what counts their silences. */
export const vendors = { rail, rails, conversion, alternative, conversions, screening, live, meter };

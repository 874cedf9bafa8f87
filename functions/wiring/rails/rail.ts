import type { RailVendor } from "../../adapters/vendor.ts";
import { settings } from "../core/env.ts";
import { vendorContext } from "./vendor-context.ts";
import { railVendors, vendorByName } from "./vendor-table.ts";

const loading = new Map<string, Promise<RailVendor>>();

/** The rail of a name with its conversion, loaded once. */
export function loadRail(name: string): Promise<RailVendor> {
  const vendor = loading.get(name) ?? vendorByName("rail", name, railVendors)(vendorContext);
  loading.set(name, vendor);
  return vendor;
}

export const { rail } = await loadRail(settings.RAIL);

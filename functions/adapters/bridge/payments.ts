import type { RailVendor, VendorContext } from "../vendor.ts";
import { BridgeRail } from "./rail.ts";
import { bridgeAccess } from "./settings.ts";

/** Bridge as a rail, and as the conversion of what it collects: it converts for its own rail alone. */
export function bridgePayments(context: VendorContext): RailVendor {
  const { client, mode } = bridgeAccess(context);
  const { holds, licensedIn } = context;
  const rail = new BridgeRail({ client, mode, holds, licensedIn, now: () => Date.now() });
  return { rail, conversion: rail };
}

import type { Clock, Store } from "../app/core/ports.ts";
import type { Conversion, Rail } from "../app/rails/ports.ts";
import type { Jurisdiction } from "../domain/tenants/asset-policy.ts";
import type { VendorKeys } from "./aws/secrets-vendors.ts";

/** What a vendor's adapters are made with. */
export interface VendorContext {
  /** The Lambda's environment, of which a vendor reads its own settings. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly keys: () => VendorKeys;
  readonly clock: Clock;
  /** Whether the rail declares that it can hold, disburse and refund. */
  readonly holds: boolean;
  /** Where the rail declares a license of its own. */
  readonly licensedIn: readonly Jurisdiction[];
  /** The mock's own table, looked up when it is used: not every Lambda that names a rail moves money over it. */
  readonly mockStore: () => Store;
}

/** A rail, and the conversion of what it collects. */
export interface RailVendor {
  readonly rail: Rail;
  readonly conversion: Conversion;
}

/** A vendor that converts for another's rail. */
export interface ConversionVendor {
  readonly conversion: Conversion;
}

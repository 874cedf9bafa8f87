import { DynamoStore } from "../../adapters/aws/dynamo-store.ts";
import type { VendorContext } from "../../adapters/vendor.ts";
import { clock, dynamo } from "../core/context.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { vendorKeys } from "./vendor-keys.ts";

export const vendorContext: VendorContext = {
  environment: process.env,
  keys: vendorKeys,
  clock,
  holds: settings.HOLD,
  licensedIn: settings.LICENSED_IN,
  mockStore: () => new DynamoStore(dynamo, requiredSetting("MOCK_RAIL_TABLE")),
};

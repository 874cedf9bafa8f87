import { DynamoBook } from "../../adapters/aws/dynamo-book.ts";
import type { VendorContext } from "../../adapters/vendor.ts";
import { clock, dynamo } from "../core/context.ts";
import { given, settings } from "../core/env.ts";
import { vendorKeys } from "./vendor-keys.ts";

/** What the vendors of this deployment are made with. */
export const vendorContext: VendorContext = {
  environment: process.env,
  keys: vendorKeys,
  clock,
  holds: settings.HOLD,
  mockStore: () => new DynamoBook(dynamo, given("MOCK_RAIL_TABLE")),
};

import * as z from "zod";
import type { ConversionVendor, VendorContext } from "../vendor.ts";
import { HifiConversion } from "./conversion-hifi.ts";

const settings = z.object({ HIFI_URL: z.string().default("https://sandbox.hifibridge.com") });

/** HIFI as the conversion of what another's rail collects. */
export function hifiPayments({ environment, keys }: VendorContext): ConversionVendor {
  const conversion = new HifiConversion({
    baseUrl: settings.parse(environment).HIFI_URL,
    account: (again) => keys().of("hifi", again),
    now: () => Date.now(),
  });
  return { conversion };
}

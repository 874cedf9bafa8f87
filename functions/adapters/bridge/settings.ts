import * as z from "zod";
import type { VendorContext } from "../vendor.ts";
import { BridgeClient } from "./client.ts";

const settings = z.object({
  BRIDGE_MODE: z.enum(["one_leg", "two_leg"]).default("two_leg"),
  BRIDGE_URL: z.string().default("https://api.sandbox.bridge.xyz/v0"),
});

/** How a stage uses Bridge: its settings, and a client that has the stage's key. */
export function bridgeAccess({ environment, keys }: Pick<VendorContext, "environment" | "keys">) {
  const { BRIDGE_MODE: mode, BRIDGE_URL: baseUrl } = settings.parse(environment);
  const apiKey = async (again?: "again") => (await keys().of("bridge", again)).apiKey;
  return { mode, baseUrl, client: new BridgeClient({ baseUrl, apiKey }) };
}

import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type VendorKeys, vendorSecrets } from "../../adapters/aws/secrets-vendors.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { errorText } from "../../app/core/error-text.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { log } from "../core/log.ts";

let keys: VendorKeys | undefined;

/** The vendors' keys; looked up when they are used, since not every Lambda that names a vendor calls it. */
export function vendorKeys(): VendorKeys {
  keys ??= vendorSecrets(new SecretsManagerClient(awsSettings.secrets), requiredSetting("VENDOR_SECRET_ARN"), {
    tell: (error) => log.error("vendor secret cannot be read", { error: errorText(error) }),
  });
  return keys;
}

/** The public keys that a vendor's callbacks may be signed with; none on a stage without that vendor. */
export async function publicKeysOf(vendor: "bridge" | "hifi", again?: "again"): Promise<readonly string[]> {
  return settings.VENDOR_SECRET_ARN === "" ? [] : vendorKeys().publicKeys(vendor, again);
}

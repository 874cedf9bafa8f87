import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { secretKeys } from "../../adapters/aws/secrets-keys.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { errorText } from "../../app/core/error-text.ts";
import type { LinkKeys } from "../../app/core/link-token.ts";
import { requiredSetting } from "./env.ts";
import { log } from "./log.ts";

let read: LinkKeys | undefined;

/** The keys that links' tokens are made by; nothing asks for them before the first link. */
export const linkKeys: LinkKeys = async (again) => {
  const tell = (error: unknown) => log.error("the links' keys cannot be read", { error: errorText(error) });
  read ??= secretKeys(new SecretsManagerClient(awsSettings.secrets), requiredSetting("LINK_SECRET_ARN"), { tell });
  return read(again);
};

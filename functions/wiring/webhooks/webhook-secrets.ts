import { KMSClient } from "@aws-sdk/client-kms";
import { kmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { keptPurpose } from "../../domain/core/secret-purpose.ts";
import { requiredSetting } from "../core/env.ts";

const client = new KMSClient(awsSettings.kms);
const key = requiredSetting("WEBHOOK_KEY_ARN");

export const secrets = kmsSecretBox(client, key, "webhook-secret");

/** Secrets in answers that are kept under Idempotency-Keys. */
export const keptSecrets = kmsSecretBox(client, key, keptPurpose, false);

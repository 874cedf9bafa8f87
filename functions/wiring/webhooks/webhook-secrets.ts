import { KMSClient } from "@aws-sdk/client-kms";
import { KmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { keptPurpose } from "../../domain/core/secret-purpose.ts";
import { requiredSetting } from "../core/env.ts";

const client = new KMSClient(awsSettings.kms);
const key = requiredSetting("WEBHOOK_KEY_ARN");

export const secrets = new KmsSecretBox(client, key, "webhook-secret");

/** Secrets in answers that are kept under Idempotency-Keys. */
export const keptSecrets = new KmsSecretBox(client, key, keptPurpose, false);

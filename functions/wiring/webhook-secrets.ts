import { KMSClient } from "@aws-sdk/client-kms";
import { KmsSecretBox } from "../adapters/kms-secret-box.ts";
import { given } from "./env.ts";

export const secrets = new KmsSecretBox(new KMSClient({}), given("WEBHOOK_KEY_ARN"), "webhook-secret");

import { KMSClient } from "@aws-sdk/client-kms";
import { kmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { DnsUrlGuard } from "../../adapters/http/url-guard.ts";
import { storedResponsePurpose } from "../../domain/core/secret-purpose.ts";
import { requiredSetting, settings } from "../core/env.ts";

const client = new KMSClient(awsSettings.kms);
const key = requiredSetting("WEBHOOK_KEY_ARN");
const { LOCAL } = settings;

// By their marks, what a Lambda does not use is not in its bundle.

export const secrets = kmsSecretBox(client, key, "webhook-secret");

/** Secrets in answers that are kept under Idempotency-Keys. */
export const storedResponseSecrets = /* @__PURE__ */ kmsSecretBox(client, key, storedResponsePurpose, false);

/** Refuses URLs that lead into our own network. */
export const urls = /* @__PURE__ */ new DnsUrlGuard(LOCAL);

import { KMSClient } from "@aws-sdk/client-kms";
import { kmsOpener, kmsSealer, kmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { DnsUrlGuard } from "../../adapters/http/url-guard.ts";
import { requiredSetting, settings } from "../core/env.ts";

const client = new KMSClient(awsSettings.kms);
const key = requiredSetting("WEBHOOK_KEY_ARN");
const { LOCAL } = settings;

// By their marks, what a Lambda does not use is not in its bundle.

/** Seals what deliveries are signed with. */
export const secretSealer = /* @__PURE__ */ kmsSealer(client, key, "webhook-secret");

/** Opens it for who sends them. */
export const secretOpener = /* @__PURE__ */ kmsOpener(client, key, "webhook-secret", true);

/** Secrets in answers that are kept under Idempotency-Keys. */
export const answerSecrets = /* @__PURE__ */ kmsSecretBox(client, key, "kept-answer");

/** Refuses URLs that lead into our own network. */
export const urls = /* @__PURE__ */ new DnsUrlGuard(LOCAL);

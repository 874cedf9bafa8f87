import { KMSClient } from "@aws-sdk/client-kms";
import { kmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { HttpCourier } from "../../adapters/http/courier-http.ts";
import { systemClock } from "../../adapters/local/clock.ts";
import { ConcurrencyLimit } from "../../app/core/concurrency-limit.ts";
import type { SenderContext } from "../../app/webhooks/deliver.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { meter } from "../core/metrics.ts";
import { enqueueContext } from "./deliveries.ts";

/** Sends to one endpoint under way from one Lambda at a time; as many wait, so that a batch of ten for one endpoint is sent. */
const slotsPerEndpoint = 5;

/** What the webhook sender works with. */
export const senderContext: SenderContext = {
  ...enqueueContext,
  courier: new HttpCourier(settings.LOCAL),
  secrets: kmsSecretBox(new KMSClient(awsSettings.kms), requiredSetting("WEBHOOK_KEY_ARN"), "webhook-secret"),
  wall: systemClock,
  slots: new ConcurrencyLimit(slotsPerEndpoint),
  meter,
};

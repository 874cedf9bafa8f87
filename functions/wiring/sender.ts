import { KMSClient } from "@aws-sdk/client-kms";
import { awsSettings } from "../adapters/aws-settings.ts";
import { systemClock } from "../adapters/clock.ts";
import { HttpCourier } from "../adapters/courier-http.ts";
import { KmsSecretBox } from "../adapters/kms-secret-box.ts";
import type { SenderDesk } from "../app/deliver.ts";
import { Slots } from "../app/slots.ts";
import { enqueueDesk } from "./deliveries.ts";
import { given, settings } from "./env.ts";
import { meter } from "./meter.ts";

/** Sends to one endpoint under way from one Lambda at a time; as many wait, so that a batch of ten for one endpoint is sent. */
const slotsPerEndpoint = 5;

/** What the webhook sender works with. */
export const senderDesk: SenderDesk = {
  ...enqueueDesk,
  courier: new HttpCourier(settings.LOCAL),
  secrets: new KmsSecretBox(new KMSClient(awsSettings.kms), given("WEBHOOK_KEY_ARN"), "webhook-secret"),
  wall: systemClock,
  slots: new Slots(slotsPerEndpoint),
  meter,
};

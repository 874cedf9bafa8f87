import { KMSClient } from "@aws-sdk/client-kms";
import { kmsSecretBox } from "../../adapters/aws/kms-secret-box.ts";
import { awsSettings } from "../../adapters/aws/settings.ts";
import { HttpCourier } from "../../adapters/http/courier-http.ts";
import { systemClock } from "../../adapters/local/clock.ts";
import { ConcurrencyLimit } from "../../app/core/concurrency-limit.ts";
import type { Meter } from "../../app/core/ports.ts";
import type { CountMetric } from "../../app/core/ports-metrics.ts";
import type { SenderContext } from "../../app/webhooks/deliver.ts";
import { clock, newId, store } from "../core/context.ts";
import { requiredSetting, settings } from "../core/env.ts";
import { meter } from "../core/metrics.ts";

/** How the sender's words read of alerts: one that failed and is tried again is nobody's trouble. */
const counted: Partial<Record<CountMetric, CountMetric>> = {
  WebhookDelivered: "MonitorAlertSent",
  WebhookExhausted: "MonitorAlertFailed",
};

const alertMeter: Meter = {
  count: (name, howMany) => {
    const ours = counted[name];
    if (ours) meter.count(ours, howMany);
  },
  time: () => undefined,
};

/** The sweeper keeps few posts to one host under way; this never binds. */
const slotsPerEndpoint = 5;

/** What sends monitors' alerts: the rails' sender over this table, without a queue, since the sweeper comes every minute. */
export const alertSender: SenderContext = {
  store,
  deliveries: store,
  queue: { send: async () => undefined },
  courier: new HttpCourier(settings.LOCAL),
  secrets: kmsSecretBox(new KMSClient(awsSettings.kms), requiredSetting("WEBHOOK_KEY_ARN"), "webhook-secret"),
  wall: systemClock,
  slots: new ConcurrencyLimit(slotsPerEndpoint),
  meter: alertMeter,
  clock,
  newId,
};

import { HttpCourier } from "../../adapters/http/courier-http.ts";
import { systemClock } from "../../adapters/local/clock.ts";
import { ConcurrencyLimit } from "../../app/core/concurrency-limit.ts";
import type { Meter } from "../../app/core/ports.ts";
import type { CountMetric } from "../../app/core/ports-metrics.ts";
import type { ScreeningSweepContext } from "../../app/screening/sweep.ts";
import type { SenderContext } from "../../app/webhooks/deliver.ts";
import { clock, contextFor, newId, store } from "../core/context.ts";
import { settings } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { secretOpener as secrets } from "../webhooks/endpoints.ts";
import { listReader } from "./lists.ts";
import { screening } from "./screens.ts";

export function screeningSweepContext(requestId: string): ScreeningSweepContext {
  const context = contextFor("system:sweeper", requestId);
  return { ...context, ...screening, sender: alertSender, listStore: listReader, log };
}

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

/** What sends monitors' alerts: the rails' sender over this table, without a queue, since the sweeper comes every minute. */
const alertSender: SenderContext = {
  store,
  deliveries: store,
  queue: { send: async () => undefined },
  courier: new HttpCourier(settings.LOCAL),
  secrets,
  wall: systemClock,
  // The sweeper keeps few posts to one host under way; this never binds.
  slots: new ConcurrencyLimit(5),
  meter: alertMeter,
  clock,
  newId,
};

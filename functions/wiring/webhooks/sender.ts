import { HttpCourier } from "../../adapters/http/courier-http.ts";
import { systemClock } from "../../adapters/local/clock.ts";
import { ConcurrencyLimit } from "../../app/core/concurrency-limit.ts";
import type { SenderContext } from "../../app/webhooks/deliver.ts";
import { settings } from "../core/env.ts";
import { linkKeys } from "../core/links.ts";
import { meter } from "../core/metrics.ts";
import { enqueueContext } from "./deliveries.ts";
import { secretOpener as secrets } from "./endpoints.ts";

/** Sends to one endpoint under way from one Lambda at a time; as many wait, so that a batch of ten for one endpoint is sent. */
const slotsPerEndpoint = 5;

export const senderContext: SenderContext = {
  ...enqueueContext,
  linkKeys,
  courier: new HttpCourier(settings.LOCAL),
  secrets,
  wall: systemClock,
  slots: new ConcurrencyLimit(slotsPerEndpoint),
  meter,
};

import type { Store } from "../../app/core/ports.ts";
import type { MonitorContext } from "../../app/screening/open-monitor.ts";
import { type contextOf, store } from "../core/context.ts";
import { urls } from "../core/url-guard.ts";
import { keptSecrets, secrets } from "../webhooks/webhook-secrets.ts";
import { screenContextOf } from "./screens.ts";

/** The context of an account's request about its monitors; their deliveries are in the same book. */
export function monitorContext(call: Parameters<typeof contextOf>[0]): MonitorContext & { readonly deliveries: Store } {
  return { ...screenContextOf(call), deliveries: store, secrets, keptSecrets, urls };
}

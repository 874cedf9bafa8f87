import type { Book } from "../../app/core/ports.ts";
import type { MonitorDesk } from "../../app/screening/open-monitor.ts";
import { book, type deskOf } from "../core/context.ts";
import { urls } from "../core/url-guard.ts";
import { keptSecrets, secrets } from "../webhooks/webhook-secrets.ts";
import { screenDeskOf } from "./screens.ts";

/** The desk of an account's request about its monitors; their deliveries are in the same book. */
export function monitorDesk(call: Parameters<typeof deskOf>[0]): MonitorDesk & { readonly deliveries: Book } {
  return { ...screenDeskOf(call), deliveries: book, secrets, keptSecrets, urls };
}

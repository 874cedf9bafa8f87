import type { MonitorDesk } from "../app/open-monitor.ts";
import type { Book } from "../app/ports.ts";
import { book, type deskOf } from "./base.ts";
import { screenDeskOf } from "./screens.ts";
import { urls } from "./url-guard.ts";
import { keptSecrets, secrets } from "./webhook-secrets.ts";

/** The desk of an account's request about its monitors; their deliveries are in the same book. */
export function monitorDesk(call: Parameters<typeof deskOf>[0]): MonitorDesk & { readonly deliveries: Book } {
  return { ...screenDeskOf(call), deliveries: book, secrets, keptSecrets, urls };
}

import type { Desk } from "../../../app/core/context.ts";
import type { Book } from "../../../app/core/ports.ts";
import { deskOf } from "../../../wiring/core/context.ts";
import { live } from "../../../wiring/core/env.ts";
import { deliveries } from "../../../wiring/webhooks/deliveries-store.ts";

/** What the console's pages read from. */
export type ConsoleDesk = Desk & { readonly deliveries: Book; readonly live: boolean };

/** The desk of somebody's page. */
export function consoleDesk(call: Parameters<typeof deskOf>[0]): ConsoleDesk {
  return { ...deskOf(call), deliveries, live };
}

import type { Desk } from "../../app/desk.ts";
import type { Book } from "../../app/ports.ts";
import { deskOf } from "../../wiring/base.ts";
import { deliveries } from "../../wiring/deliveries-book.ts";
import { live } from "../../wiring/env.ts";

/** What the console's pages read from. */
export type ConsoleDesk = Desk & { readonly deliveries: Book; readonly live: boolean };

/** The desk of somebody's page. */
export function consoleDesk(call: Parameters<typeof deskOf>[0]): ConsoleDesk {
  return { ...deskOf(call), deliveries, live };
}

import type * as z from "zod";
import { delivery } from "../../domain/webhooks/webhook.ts";

/** What a delivery that has no row yet is made of. */
export const madeDelivery = delivery.pick({ eventId: true, event: true, url: true, body: true, createdAt: true });

/** What a message of the delivery queue names; the row it names is the truth. */
export interface DeliveryOrder {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly tenantId: string;
  /** All there is of a delivery until its first attempt: who sends it writes its row. */
  readonly made?: z.infer<typeof madeDelivery> | undefined;
  /** An operator's wish: not to wait for the due time or the breaker. */
  readonly force?: boolean | undefined;
}

/** The queue of webhook work: an order comes out `delaySeconds` (at most 900) after it went in, at least once. */
export interface DeliveryQueue {
  send(orders: readonly (DeliveryOrder & { readonly delaySeconds: number })[]): Promise<void>;
}

/** Posts a signed body to a receiver. Never throws: what went wrong is in the answer. */
export interface Courier {
  post(input: { url: string; headers: Record<string, string>; body: string }): Promise<CourierAnswer>;
}

export interface CourierAnswer {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The first 1,024 characters of what came back, or what went wrong. */
  readonly excerpt: string;
}

/** Says whether a URL may be called at all; answers why not, in a few words, or undefined. */
export interface UrlGuard {
  /** By how it is written. */
  writtenProblem(url: string): string | undefined;
  /** By the addresses behind its name, too. */
  problem(url: string): Promise<string | undefined>;
}

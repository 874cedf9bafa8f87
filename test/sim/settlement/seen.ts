import type { ClaimBody } from "../../../functions/app/core/idempotency-claim.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { Delivery, WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import type { World } from "../../support/world/world.ts";
import { type Told, trailsIn } from "../core/trail.ts";

/** Everything that a world's books say, read without the product's own readers. */
export interface Seen {
  readonly settlements: readonly Told<Settlement>[];
  readonly invoices: readonly Told<Invoice>[];
  readonly rules: readonly FeeRule[];
  readonly endpoints: readonly WebhookEndpoint[];
  readonly claims: readonly { key: string; body: ClaimBody }[];
  readonly pending: readonly Row[];
  readonly deliveries: ReadonlyMap<string, Delivery>;
}

/** Reads a world's books. */
export function see(world: World): Seen {
  const rows = world.book.rows();
  const told = trailsIn(rows);
  const deliveries = world.deliveries.rows().filter(({ type }) => type === "delivery");
  return {
    settlements: told<Settlement>("settlement"),
    invoices: told<Invoice>("invoice"),
    rules: told<{ rules: readonly FeeRule[] }>("fee_rules").flatMap(({ state }) => state.rules),
    endpoints: told<WebhookEndpoint>("webhook_endpoint").map(({ state }) => state),
    claims: rows.flatMap((row) =>
      row.type === "claim" ? [{ key: row.pk, body: row.body as ClaimBody }] : [],
    ),
    pending: rows.filter((row) => row.outbox === "pending"),
    deliveries: new Map(deliveries.map((row) => [row.pk, row.body as Delivery])),
  };
}

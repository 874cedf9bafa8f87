import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { type OnTheWay, onTheWay, type Told, trailsIn } from "../core/checks.ts";

/** Everything that a world's books say, read without the product's own readers. */
export interface Seen extends OnTheWay {
  readonly settlements: readonly Told<Settlement>[];
  readonly invoices: readonly Told<Invoice>[];
  readonly rules: readonly FeeRule[];
  readonly endpoints: readonly WebhookEndpoint[];
}

/** Reads a world's books. */
export function see(world: World): Seen {
  const rows = world.book.rows();
  const told = trailsIn(rows);
  return {
    settlements: told<Settlement>("settlement"),
    invoices: told<Invoice>("invoice"),
    rules: told<{ rules: readonly FeeRule[] }>("fee_rules").flatMap(({ state }) => state.rules),
    endpoints: told<WebhookEndpoint>("webhook_endpoint").map(({ state }) => state),
    ...onTheWay(rows, world.deliveries.rows()),
  };
}

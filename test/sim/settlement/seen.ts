import type { CreditNote } from "../../../functions/domain/invoicing/credit-note.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { type OnTheWay, onTheWay, type Response, trailsIn } from "../core/checks.ts";

/** Everything that a world's books say, read without the product's own readers. */
export interface SettlementObservations extends OnTheWay {
  readonly settlements: readonly Response<Settlement>[];
  readonly invoices: readonly Response<Invoice>[];
  readonly creditNotes: readonly Response<CreditNote>[];
  readonly rules: readonly FeeRule[];
  readonly endpoints: readonly WebhookEndpoint[];
}

/** Reads a world's books. */
export function see(world: World): SettlementObservations {
  const rows = world.store.rows();
  const response = trailsIn(rows);
  return {
    settlements: response<Settlement>("settlement"),
    invoices: response<Invoice>("invoice"),
    creditNotes: response<CreditNote>("credit_note"),
    rules: rows.flatMap(({ type, body }) => (type === "fee_rule" ? [body as FeeRule] : [])),
    endpoints: response<WebhookEndpoint>("webhook_endpoint").map(({ state }) => state),
    ...onTheWay(rows, world.deliveries.rows()),
  };
}

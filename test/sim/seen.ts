import type { Entry } from "../../functions/app/aggregate.ts";
import type { ClaimBody } from "../../functions/app/claim.ts";
import type { Row } from "../../functions/app/ports.ts";
import type { FeeRule } from "../../functions/domain/fee-rule.ts";
import type { Invoice } from "../../functions/domain/invoice.ts";
import type { Settlement } from "../../functions/domain/settlement.ts";
import type { Delivery, WebhookEndpoint } from "../../functions/domain/webhook.ts";
import type { World } from "../support/world/world.ts";

interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** An aggregate with its whole audit trail. */
export interface Told<S> {
  readonly state: S;
  readonly head: Head;
  readonly entries: readonly Entry[];
}

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
  const entries = new Map<string, Entry[]>();
  for (const row of rows) {
    if (row.type !== "entry") continue;
    const trail = entries.get(row.pk);
    if (trail) trail.push(row.body as Entry);
    else entries.set(row.pk, [row.body as Entry]);
  }
  const told = <S>(type: string): Told<S>[] =>
    rows.flatMap((row) => {
      if (row.type !== type) return [];
      const trail = entries.get(row.pk) ?? [];
      trail.sort((a, b) => a.seq - b.seq);
      return [{ ...(row.body as { state: S; head: Head }), entries: trail }];
    });
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

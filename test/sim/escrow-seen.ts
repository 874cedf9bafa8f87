import type { Entry } from "../../functions/app/aggregate.ts";
import type { ClaimBody } from "../../functions/app/claim.ts";
import type { Row } from "../../functions/app/ports.ts";
import type { Escrow } from "../../functions/domain/escrow.ts";
import type { Delivery } from "../../functions/domain/webhook.ts";
import type { EscrowWorld } from "../support/world/escrow-world.ts";

/** An escrow with its row and its whole audit trail. */
export interface ToldEscrow {
  readonly state: Escrow;
  readonly row: Row;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly entries: readonly Entry[];
  /** Every state it ever had, oldest first. */
  readonly states: readonly { readonly state: Escrow; readonly seq: number; readonly atMs: number }[];
}

/** What a world's books say, read without the product's own readers. */
export interface SeenEscrows {
  readonly escrows: readonly ToldEscrow[];
  readonly claims: readonly { readonly key: string; readonly body: ClaimBody }[];
  readonly pending: readonly Row[];
  readonly deliveries: readonly Delivery[];
}

export function seeEscrows(world: EscrowWorld): SeenEscrows {
  const rows = world.book.rows();
  const entries = new Map<string, Entry[]>();
  for (const row of rows)
    if (row.type === "entry") entries.set(row.pk, [...(entries.get(row.pk) ?? []), row.body as Entry]);
  return {
    escrows: rows.flatMap((row) => {
      if (row.type !== "escrow") return [];
      const body = row.body as Pick<ToldEscrow, "state" | "head">;
      const trail = (entries.get(row.pk) ?? []).toSorted((one, other) => one.seq - other.seq);
      return [{ ...body, row, entries: trail, states: world.journal.get(body.state.id) ?? [] }];
    }),
    claims: rows.flatMap((row) =>
      row.type === "claim" ? [{ key: row.pk, body: row.body as ClaimBody }] : [],
    ),
    pending: rows.filter((row) => row.outbox === "pending"),
    deliveries: world.deliveries
      .rows()
      .flatMap((row) => (row.type === "delivery" ? [row.body as Delivery] : [])),
  };
}

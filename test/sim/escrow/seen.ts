import type { Row } from "../../../functions/app/core/ports.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import type { EscrowMoment } from "../../support/world/escrow/journal.ts";
import type { EscrowWorld } from "../../support/world/escrow/world.ts";
import { type OnTheWay, onTheWay, type Response, trailsIn } from "../core/checks.ts";

/** An escrow with its row and its whole audit trail. */
export interface EscrowAnswer extends Response<Escrow> {
  readonly row: Row;
  /** Every state it ever had, oldest first. */
  readonly states: readonly EscrowMoment[];
}

/** What a world's books say, read without the product's own readers. */
export interface SeenEscrows extends OnTheWay {
  readonly escrows: readonly EscrowAnswer[];
}

/** Reads a world's escrows, with every state that each ever had. */
export function seeEscrows(world: Pick<EscrowWorld, "store" | "deliveries" | "journal">): SeenEscrows {
  const rows = world.store.rows();
  const byId = new Map(rows.map((row) => [row.type === "escrow" ? row.pk : "", row]));
  return {
    escrows: trailsIn(rows)<Escrow>("escrow").flatMap((response) => {
      const row = byId.get(response.state.id);
      return row ? [{ ...response, row, states: world.journal.get(response.state.id) ?? [] }] : [];
    }),
    ...onTheWay(rows, world.deliveries.rows()),
  };
}

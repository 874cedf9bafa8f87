import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { ProgramCredit } from "../../../functions/domain/disputes/program-credit.ts";
import type { Tally } from "../../../functions/domain/settlement/counters.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import type { DisputeWorld } from "../../support/world/disputes/world.ts";
import { type OnTheWay, onTheWay, type Told, trailsIn } from "../core/checks.ts";

/** What a world's books say of disputes, read without the product's own readers. */
export interface SeenDisputes extends OnTheWay {
  readonly alerts: readonly Told<Alert>[];
  readonly cases: readonly Told<DisputeCase>[];
  readonly settlements: readonly Told<Settlement>[];
  readonly programs: readonly Told<ProgramCredit>[];
  readonly tenants: readonly Told<Tenant>[];
  readonly tallies: readonly Tally[];
  /** Rows of records, by their ids: where they are listed. */
  readonly rows: ReadonlyMap<string, Row>;
  /** The entries of all records in the order in which they were written. */
  readonly written: readonly Entry[];
}

export function seeDisputes(world: DisputeWorld): SeenDisputes {
  const rows = world.book.rows();
  const told = trailsIn(rows);
  const bodies = <B>(type: string) => rows.flatMap((row) => (row.type === type ? [row.body as B] : []));
  return {
    alerts: told<Alert>("alert"),
    cases: told<DisputeCase>("case"),
    settlements: told<Settlement>("settlement"),
    programs: told<ProgramCredit>("programs"),
    tenants: told<Tenant>("tenant"),
    tallies: bodies<Tally>("tally"),
    rows: new Map(rows.flatMap((row) => (row.sk === "row" ? [[row.pk, row]] : []))),
    written: bodies<Entry>("entry"),
    ...onTheWay(rows, world.deliveries.rows()),
  };
}

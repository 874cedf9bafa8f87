import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Row } from "../../../functions/app/core/ports.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { ProgramCredit } from "../../../functions/domain/disputes/program-credit.ts";
import type { MonthCounters } from "../../../functions/domain/settlement/counters.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import type { DisputeWorld } from "../../support/world/disputes/world.ts";
import { type OnTheWay, onTheWay, type Response, trailsIn } from "../core/checks.ts";

/** What a world's books say of disputes, read without the product's own readers. */
export interface SeenDisputes extends OnTheWay {
  readonly alerts: readonly Response<Alert>[];
  readonly cases: readonly Response<DisputeCase>[];
  readonly settlements: readonly Response<Settlement>[];
  readonly programs: readonly Response<ProgramCredit>[];
  readonly tenants: readonly Response<Tenant>[];
  readonly counters: readonly MonthCounters[];
  /** Rows of records, by their ids: where they are listed. */
  readonly rows: ReadonlyMap<string, Row>;
  /** The entries of all records in the order in which they were written. */
  readonly written: readonly Entry[];
}

export function seeDisputes(world: DisputeWorld): SeenDisputes {
  const rows = world.store.rows();
  const response = trailsIn(rows);
  const bodies = <B>(type: string) => rows.flatMap((row) => (row.type === type ? [row.body as B] : []));
  return {
    alerts: response<Alert>("alert"),
    cases: response<DisputeCase>("case"),
    settlements: response<Settlement>("settlement"),
    programs: response<ProgramCredit>("programs"),
    tenants: response<Tenant>("tenant"),
    counters: bodies<MonthCounters>("tally"),
    rows: new Map(rows.flatMap((row) => (row.sk === "row" ? [[row.pk, row]] : []))),
    written: bodies<Entry>("entry"),
    ...onTheWay(rows, world.deliveries.rows()),
  };
}

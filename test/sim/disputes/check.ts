import type { DisputeCall } from "../../support/world/disputes/call.ts";
import type { DisputeWorld } from "../../support/world/disputes/world.ts";
import { checkAnswers, checkCompletion, checkQueues, checkReplays } from "../core/checks.ts";
import { overviewFaults } from "../settlement/overview-faults.ts";
import { checkDisputeCounts } from "./check-counts.ts";
import { checkDisputeMoney } from "./check-money.ts";
import { checkAlerts, checkDisputeHistories, checkDisputeRest } from "./check-rest.ts";
import type { DisputeReport } from "./invariants.ts";
import { seeDisputes } from "./seen.ts";

function scopeOf({ tenantId, command, key }: DisputeCall): string {
  return `${tenantId} ${command.op} ${key}`;
}

/** Checks all invariants of disputes on a world that has come to rest. */
export async function checkDisputes(world: DisputeWorld, report: DisputeReport): Promise<void> {
  const seen = seeDisputes(world);
  const { alerts, cases, settlements, programs } = seen;
  checkAlerts(world, seen, report);
  checkDisputeHistories(seen, report);
  checkQueues([...alerts, ...cases, ...settlements, ...programs], seen, (detail) =>
    report("no event is lost, and none told twice", detail),
  );
  checkDisputeMoney(world, seen, report);
  checkDisputeCounts(seen, world.counted, report);
  checkAnswers(world.callers, scopeOf, (detail) => report("one execution a key, and everyone has an answer", detail));
  for (const fault of overviewFaults(world.store.rows()))
    report("the public overview counts what there is, once", fault);
  checkCompletion(seen, (detail) => report("nothing is stuck", detail));
  checkDisputeRest(world, seen, report);
  await checkReplays(world, world.callers, scopeOf, (detail) =>
    report("a replay is identical and writes nothing", detail),
  );
}

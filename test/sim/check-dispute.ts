import type { DisputeWorld } from "../support/world/dispute-world.ts";
import { checkDisputeCounts } from "./check-dispute-counts.ts";
import { checkDisputeHistories } from "./check-dispute-history.ts";
import { checkDisputeMoney } from "./check-dispute-money.ts";
import {
  checkAlerts,
  checkDisputeKeys,
  checkDisputeReplays,
  checkDisputeRest,
} from "./check-dispute-rest.ts";
import type { DisputeFinding, DisputeReport } from "./dispute-findings.ts";
import { seeDisputes } from "./dispute-seen.ts";
import { overviewFaults } from "./overview-faults.ts";

/** Checks all invariants of disputes on a world that has come to rest. */
export async function checkDisputes(world: DisputeWorld): Promise<DisputeFinding[]> {
  const findings: DisputeFinding[] = [];
  const report: DisputeReport = (invariant, detail) => {
    findings.push({ invariant, detail });
  };
  const seen = seeDisputes(world);
  checkAlerts(world, seen, report);
  checkDisputeHistories(seen, report);
  checkDisputeMoney(world, seen, report);
  checkDisputeCounts(seen, world.counted, report);
  checkDisputeKeys(world, report);
  for (const fault of overviewFaults(world.world.book.rows()))
    report("the public overview counts what there is, once", fault);
  checkDisputeRest(world, seen, report);
  await checkDisputeReplays(world, report);
  return findings;
}

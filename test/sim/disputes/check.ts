import type { DisputeWorld } from "../../support/world/dispute-world.ts";
import { overviewFaults } from "../settlement/overview-faults.ts";
import { checkDisputeCounts } from "./check-counts.ts";
import { checkDisputeHistories } from "./check-history.ts";
import { checkDisputeMoney } from "./check-money.ts";
import { checkAlerts, checkDisputeKeys, checkDisputeReplays, checkDisputeRest } from "./check-rest.ts";
import type { DisputeFinding, DisputeReport } from "./findings.ts";
import { seeDisputes } from "./seen.ts";

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

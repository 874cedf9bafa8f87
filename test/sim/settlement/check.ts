import type { World } from "../../support/world/world.ts";
import { checkBridgeBooks, reconciled } from "../bridge/check-books.ts";
import { checkBridgeCalls, checkBridgeGate } from "../bridge/check-calls.ts";
import { checkKeys, checkReplays } from "./check-asking.ts";
import { checkCounts } from "./check-counts.ts";
import { checkArrivals, checkDeliveries } from "./check-events.ts";
import { checkHistories } from "./check-history.ts";
import { checkHolds } from "./check-holds.ts";
import { checkInvoices, checkSettlementMoney } from "./check-money.ts";
import { checkEffects, checkGate, checkProofs } from "./check-outside.ts";
import { checkRest } from "./check-stuck.ts";
import type { Finding } from "./findings.ts";
import { overviewFaults } from "./overview-faults.ts";
import { see } from "./seen.ts";

/** Checks all invariants on a world that has come to rest. */
export async function check(world: World): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (invariant: Finding["invariant"], detail: string) => {
    findings.push({ invariant, detail });
  };
  const seen = see(world);
  checkSettlementMoney(seen, report);
  checkInvoices(seen, report);
  checkHistories(seen, report);
  checkEffects(world, seen, report);
  checkGate(world, seen, report);
  checkHolds(world, seen, report);
  checkProofs(world, seen, report);
  checkKeys(world, seen, report);
  checkDeliveries(world, seen, report);
  checkArrivals(world, report);
  checkCounts(world, seen, report);
  for (const fault of overviewFaults(world.book.rows()))
    report("the public overview counts what there is, once", fault);
  checkRest(world, seen, report);
  if (world.bridge) {
    checkBridgeCalls(world.bridge, seen, report);
    checkBridgeGate(world, world.bridge, seen, report);
    checkBridgeBooks(world.bridge, seen, report, await reconciled(world, seen));
  }
  await checkReplays(world, report);
  return findings;
}

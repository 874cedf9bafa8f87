import type { World } from "../../support/world/settlement/world.ts";
import { checkBridgeBooks, checkBridgeCalls, checkBridgeGate, reconcileRun } from "../bridge/check.ts";
import { checkBridgeEscrows } from "../bridge/check-escrows.ts";
import { checkSweeps } from "../bridge/check-sweeps.ts";
import { checkCompletion, checkReplays } from "../core/checks.ts";
import { checkForgotten } from "../core/month.ts";
import { type Finding, findingsOf } from "../core/simulation.ts";
import { scopeOf as scopeOfEscrow } from "../escrow/check-rest.ts";
import { checkArrivals, checkDeliveries, checkHistories } from "./check-history.ts";
import {
  checkCounts,
  checkInvoices,
  checkLateMoney,
  checkReceipts,
  checkSettlementMoney,
  checkShownPayments,
} from "./check-money.ts";
import { checkEffects, checkFrozen, checkGate, checkHolds, checkProofs } from "./check-outside.ts";
import { checkKeys, checkRest, scopeOf } from "./check-stuck.ts";
import { checkTerms } from "./check-terms.ts";
import type { Invariant, Report } from "./invariants.ts";
import { overviewFaults } from "./overview-faults.ts";
import { see } from "./seen.ts";

const forgotten = "a key that made something is never forgotten";

/** Checks all invariants on a world that has come to rest. */
export function check(world: World): Promise<Finding<Invariant>[]> {
  return findingsOf((report) => checkAll(world, report));
}

async function checkAll(world: World, report: Report): Promise<void> {
  const seen = see(world);
  checkSettlementMoney(seen, report);
  checkReceipts(world, seen, report);
  checkInvoices(seen, report);
  checkShownPayments(seen, report);
  checkLateMoney(world, seen, report);
  checkHistories(seen, report);
  checkEffects(world, seen, report);
  checkFrozen(world, seen, report);
  checkTerms(world, seen, report);
  checkGate(world, seen, report);
  checkHolds(world, seen, report);
  checkProofs(world, seen, report);
  checkKeys(world, seen, report);
  checkDeliveries(world, seen, report);
  checkArrivals(world, report);
  checkCounts(world, seen, report);
  for (const fault of overviewFaults(world.store.rows()))
    report("the public overview counts what there is, once", fault);
  checkCompletion(seen, (detail) => report("nothing is stuck", detail));
  checkRest(world, seen, report);
  for (const path of world.tableFaults.newer.lost) report("what a newer release wrote is kept", path);
  if (world.bridge) {
    checkBridgeCalls(world.bridge, seen, report);
    checkBridgeGate(world, world.bridge, seen, report);
    const named = await reconcileRun(world, seen);
    checkSweeps(world, report);
    const others = await checkBridgeEscrows(world, world.bridge, report);
    checkBridgeBooks(world.bridge, seen, report, { named, rows: world.store.rows(), others });
  }
  await checkReplays(world, world.clients, scopeOf, (detail) =>
    report("a replay is identical and writes nothing", detail),
  );
  await checkForgotten(world, world.clients, scopeOf, (detail) => report(forgotten, detail));
  if (world.escrows)
    await checkForgotten(world, world.escrows.clients, scopeOfEscrow, (detail) => report(forgotten, detail));
}

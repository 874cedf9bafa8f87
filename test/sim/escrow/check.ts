import type { EscrowWorld } from "../../support/world/escrow/world.ts";
import { checkCompletion, checkQueues, checkReplays } from "../core/checks.ts";
import { checkForgotten } from "../core/month.ts";
import { overviewFaults } from "../settlement/overview-faults.ts";
import { checkEscrowDisputes } from "./check-disputes.ts";
import { checkEscrowGate } from "./check-gate.ts";
import { checkEscrowMoney } from "./check-money.ts";
import { checkEscrowHistories, checkEscrowKeys, checkEscrowRest, scopeOf } from "./check-rest.ts";
import type { EscrowReport } from "./invariants.ts";
import { seeEscrows } from "./seen.ts";

/** Checks all invariants of escrows on a world that has come to rest. */
export async function checkEscrows(world: EscrowWorld, report: EscrowReport): Promise<void> {
  const seen = seeEscrows(world);
  checkEscrowMoney(world, seen, report);
  const { payouts, screens } = world.bank;
  checkEscrowGate({ orders: payouts.values(), screens: [...screens.values()] }, seen, report);
  checkEscrowHistories(seen, report);
  checkQueues(seen.escrows, seen, (detail) => report("no event is lost", detail));
  checkEscrowKeys(world, seen, report);
  for (const fault of overviewFaults(world.store.rows()))
    report("the public overview counts what there is, once", fault);
  checkCompletion(seen, (detail) => report("nothing is stuck", detail));
  checkEscrowRest(world, seen, report);
  for (const path of world.tableFaults.newer.lost) report("what a newer release wrote is kept", path);
  checkEscrowDisputes(world, seen, report);
  await checkReplays(world, world.clients, scopeOf, (detail) =>
    report("a replay is identical and writes nothing", detail),
  );
  await checkForgotten(world, world.clients, scopeOf, (detail) =>
    report("a key that made something is never forgotten", detail),
  );
}

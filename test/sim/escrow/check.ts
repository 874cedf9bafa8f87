import type { EscrowWorld } from "../../support/world/escrow-world.ts";
import { overviewFaults } from "../settlement/overview-faults.ts";
import { checkEscrowGate } from "./check-gate.ts";
import { checkEscrowHistories } from "./check-history.ts";
import { checkEscrowMoney } from "./check-money.ts";
import { checkEscrowKeys, checkEscrowReplays, checkEscrowRest } from "./check-rest.ts";
import type { EscrowFinding, EscrowReport } from "./findings.ts";
import { seeEscrows } from "./seen.ts";

/** Checks all invariants of escrows on a world that has come to rest. */
export async function checkEscrows(world: EscrowWorld): Promise<EscrowFinding[]> {
  const findings: EscrowFinding[] = [];
  const report: EscrowReport = (invariant, detail) => {
    findings.push({ invariant, detail });
  };
  const seen = seeEscrows(world);
  checkEscrowMoney(world, seen, report);
  checkEscrowGate(world, seen, report);
  checkEscrowHistories(seen, report);
  checkEscrowKeys(world, seen, report);
  for (const fault of overviewFaults(world.book.rows()))
    report("the public overview counts what there is, once", fault);
  checkEscrowRest(world, seen, report);
  await checkEscrowReplays(world, report);
  return findings;
}

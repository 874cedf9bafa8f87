import { csvText } from "../../../../functions/adapters/local/csv-papaparse.ts";
import { closeDue } from "../../../../functions/app/reconciliation/close.ts";
import { startFeeSweeps } from "../../../../functions/app/reconciliation/start-fee-sweeps.ts";
import type { FeePolicy } from "../../../../functions/domain/reconciliation/fee-policy.ts";
import { noLog } from "../../core/memory-log.ts";
import type { World } from "./world.ts";

/** The operator's own wallet in a world. */
export const ownWallet = "0xOPERATOR";

/** Has the fees that lie in wallets leave, once the day before is closed. */
export function sweepFees(world: World, fees: FeePolicy): ReturnType<typeof startFeeSweeps> {
  return startFeeSweeps({ ...world.payContext("system:daily"), fees, log: noLog, isLate: () => false });
}

/** Closes the days that have ended, and has their fees leave, by so many runs at once. */
export function closeDays(world: World, runs = 1): void {
  const others = { log: noLog, csv: csvText, files: null, isLate: () => false };
  for (let run = 0; run < runs; run += 1)
    world.start("daily", async () => {
      await closeDue({ ...world.payContext("system:daily"), ...others });
      await sweepFees(world, { wallets: { base: ownWallet }, floats: {} });
    });
}

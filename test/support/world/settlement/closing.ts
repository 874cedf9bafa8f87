import { csvText } from "../../../../functions/adapters/local/csv-papaparse.ts";
import { closeDue } from "../../../../functions/app/reconciliation/close.ts";
import { startFeeSweeps } from "../../../../functions/app/reconciliation/start-fee-sweeps.ts";
import { noLog } from "../../core/memory-log.ts";
import type { World } from "./world.ts";

/** The operator's own wallet in a world. */
export const ownWallet = "0xOPERATOR";

/** Closes the days that have ended, and has the fees that lie in wallets leave, by so many runs at once. */
export function closeDays(world: World, runs = 1): void {
  const fees = { wallets: { base: ownWallet }, floats: {} };
  const others = { log: noLog, csv: csvText, files: null, fees, isLate: () => false };
  for (let run = 0; run < runs; run += 1)
    world.start("daily", async () => {
      const context = { ...world.payContext("system:daily"), ...others };
      await closeDue(context);
      await startFeeSweeps(context);
    });
}

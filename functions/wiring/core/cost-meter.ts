import { SandboxCostMeter } from "../../adapters/local/cost-meter.ts";
import type { CostMeter } from "../../app/console/ports.ts";
import { settings } from "./env.ts";

/** What counts costs, in a sandbox that has a meter. */
export const costMeter: CostMeter | null =
  settings.LOCAL && settings.COST_METER_URL !== "" ? new SandboxCostMeter(settings.COST_METER_URL) : null;

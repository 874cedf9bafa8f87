import type { Projection } from "../../../bin/sandbox/cost/units.ts";
import type { IndexName } from "../../../functions/app/core/ports.ts";
import { serviceLogLevels } from "../../../lib/observability/log-levels.ts";
import { indexNames, indexProjection } from "../../../lib/storage/table-shapes.ts";
import type { Design, Tables } from "./bill.ts";
import { railsParts, screeningParts } from "./fixed.ts";
import type { ScreeningLife } from "./screening-life.ts";
import type { Life } from "./settlement-life.ts";

function indexed(names: readonly IndexName[]): Partial<Record<IndexName, Projection>> {
  return Object.fromEntries(names.map((name) => [name, indexProjection]));
}

/** The tables with their indexes, as they are deployed. */
const tables: Tables = {
  book: indexed(indexNames),
  deliveries: indexed(indexNames.filter((name) => name !== "review" && name !== "outbox")),
};

/** What the machine logs where nothing fails: two events of the execution, two of each state, three more of each task, and a fourth where it waits for a token, unless it logs failures alone. */
function eventsOf(path: readonly string[]): number {
  if (serviceLogLevels.machine === "ERROR") return 0;
  const waiting = ["Collect", "Disburse"];
  const still = ["Gate", "Completed"];
  const tasks = path.filter((state) => !still.includes(state));
  return 2 + 2 * path.length + 3 * tasks.length + tasks.filter((state) => waiting.includes(state)).length;
}

/** What is deployed, as it was counted. The start of an execution counts as a transition. */
export function oursOf({ runs, path, everyMinute }: Life): Design {
  return {
    ...{ runs, everyMinute, transitions: path.length + 1, machineEvents: eventsOf(path) },
    ...{ tables, fixed: railsParts },
  };
}

/** The screening interface's own part: both gates of a settlement, the rails' look at the lists every minute, and its sweeper. */
export function screeningOf({ screen, look, sweep }: ScreeningLife, screens: number): Design {
  const runs = Array.from({ length: screens }, () => screen).flat();
  return {
    ...{ runs, everyMinute: [...look, sweep], transitions: 0, machineEvents: 0 },
    ...{ tables, fixed: screeningParts },
  };
}

import type { Entry } from "../../../functions/app/core/aggregate.ts";
import type { Catalogue } from "../../../functions/app/screening/list-catalogue.ts";
import type { Screen } from "../../../functions/domain/screening/screen.ts";
import type { ScreenWorld, Since } from "../../support/world/screen-world.ts";
import type { Told } from "../core/trail.ts";
import type { ReportScreen } from "../screening/findings.ts";

const named = "nothing is allowed by a stale, half or old list, or unasked";

/** What is read and what is written may lie so far apart: a provider's second and the waits of those who met. */
const slackMs = 15_000;
const staleMs = 72 * 3_600_000;

/** Everything that may have been in force when a verdict was made: what came before the moment last, and all that came soon after. */
function around<T>(history: readonly Since<T>[], atMs: number): readonly T[] {
  const before = history.findLastIndex((each) => each.atMs <= atMs - slackMs);
  const end = atMs + slackMs;
  return history.filter((each, at) => at >= before && each.atMs <= end).map(({ is }) => is);
}

/** Checks what every verdict that let something pass went by. */
export function checkVerdicts(
  world: ScreenWorld,
  screens: readonly Told<Screen>[],
  report: ReportScreen,
): void {
  for (const { state, entries } of screens) {
    const { id, subject, exposures, verdict } = state;
    for (const entry of entries.filter(({ reason }) => reason.endsWith(": allow")))
      for (const fault of faultsOf(world, subject.value, entry)) report(named, `${id}: ${fault}`);
    const [answer] = exposures;
    if (verdict.action === "allow" && answer?.status !== "complete")
      report(named, `${id}: the provider is ${answer?.status ?? "not asked"}`);
  }
}

function faultsOf(world: ScreenWorld, value: string, { at }: Entry): string[] {
  const atMs = Date.parse(at);
  const faults: string[] = [];
  const catalogues = around(world.catalogues, atMs);
  if (!catalogues.some((each) => isFresh(each, atMs))) faults.push("no list was fresh");
  if (catalogues.length > 0 && catalogues.every((each) => world.isListed(each, value)))
    faults.push("it was listed");
  const own = around(world.blocked, atMs);
  const sure = world.blocked.some((each) => each.atMs <= atMs - slackMs);
  if (sure && own.every((each) => each.has(value))) faults.push("it was blocked by ourselves");
  return faults;
}

function isFresh({ lists }: Catalogue, atMs: number): boolean {
  return lists.some(({ loadedAt }) => atMs - Date.parse(loadedAt) <= staleMs);
}

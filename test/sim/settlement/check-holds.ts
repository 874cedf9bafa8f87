import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { returnWindowEnds } from "../../../functions/domain/settlement/ach-return.ts";
import { suspensionsOf } from "../../support/world/credit.ts";
import type { World } from "../../support/world/world.ts";
import type { Report } from "./findings.ts";
import type { Seen } from "./seen.ts";

/** When the look at programs, which finds the ratios in order, has reinstated a tenant's credit by itself. */
function reinstatedAt(world: World, tenantId: string): number[] {
  return world.book.rows().flatMap(({ pk, type, body }) => {
    if (type !== "entry" || pk !== tenantId) return [];
    const { actor, reason, at } = body as Entry;
    return actor === "system:programs" && reason.startsWith("credit good") ? [Date.parse(at)] : [];
  });
}

/** Nothing is converted before its return window is over while its tenant's credit has been suspended ever since it was collected. */
export function checkHolds(world: World, seen: Seen, report: Report): void {
  const suspensions = suspensionsOf(world);
  for (const { state, entries } of suspensions.length === 0 ? [] : seen.settlements) {
    const collectedAt = entries.find(({ from, to }) => from !== to && to === "screening")?.at;
    const startedAt = entries.find(({ from, to }) => from !== to && to === "converting")?.at;
    if (!state.keepsReserve || collectedAt === undefined || startedAt === undefined) continue;
    // A wrong amount goes on when operators accept it; its payer's bank counts from when it came.
    const until = returnWindowEnds(state.payment.source, state.payment.receivedAt ?? collectedAt);
    const throughout = suspensions.some(
      ({ tenantId, fromMs, toMs }) =>
        tenantId === state.tenantId &&
        fromMs <= Date.parse(collectedAt) &&
        toMs >= Date.parse(startedAt) &&
        !reinstatedAt(world, tenantId).some((ms) => fromMs <= ms && ms <= Date.parse(startedAt)),
    );
    if (throughout && startedAt < until)
      report(
        "suspended credit waits for the end of the return window",
        `${state.id}: converted ${startedAt}, not ${until}`,
      );
  }
}

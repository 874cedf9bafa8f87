import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { DisputedEscrow } from "../../../functions/domain/disputes/disputed-escrow.ts";
import type { EscrowWorld } from "../../support/world/escrow/world.ts";
import type { EscrowReport } from "./invariants.ts";
import type { SeenEscrows } from "./seen.ts";

const name = "an unauthorized return has one case, which is marked on its escrow";

/** Codes that nobody had authorized, written down a second time. */
const unauthorized = ["R05", "R07", "R10", "R11", "R29", "R51"];

function statesOf<S>({ store }: Pick<EscrowWorld, "store">, type: string): S[] {
  return store.rows().flatMap((row) => (row.type === type ? [(row.body as { state: S }).state] : []));
}

/** Whoever's deposit was taken back without authorization has one open case, and nobody else has one. */
export function checkEscrowDisputes(world: Pick<EscrowWorld, "store">, seen: SeenEscrows, report: EscrowReport): void {
  const cases = statesOf<DisputeCase>(world, "case");
  const marks = statesOf<DisputedEscrow>(world, "disputed_escrow");
  for (const { state } of seen.escrows) {
    const about = cases.filter(({ escrowId }) => escrowId === state.id);
    const marked = marks.find(({ escrowId }) => escrowId === state.id)?.disputes ?? [];
    const code = state.returned?.code ?? "no return";
    if (about.length !== (unauthorized.includes(code) ? 1 : 0))
      report(name, `${state.id}: ${about.length} cases of ${code}`);
    if (marked.join() !== about.map(({ id }) => id).join())
      report(name, `${state.id} says ${marked.join() || "nothing"}`);
  }
}

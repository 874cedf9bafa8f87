import type { FeeSweep } from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { hashOf, type SimTransfer } from "../../support/bridge-sim/transfer.ts";
import { micros } from "../../support/vendor-sim/decimal.ts";
import { ownWallet } from "../../support/world/settlement/closing.ts";
import type { World } from "../../support/world/settlement/world.ts";
import { trailsIn } from "../core/checks.ts";
import type { Report } from "../settlement/invariants.ts";

const name = "fees leave once, for our own wallet";

/** Whether a transfer is a sweep of fees. */
export function isSweep({ asked }: SimTransfer): boolean {
  return asked.client_reference_id?.startsWith("fsw_") === true;
}

/** Each sweep left once at most, with its amount, for our own wallet; one is made for a tenant, wallet and day; its cents are booked when its proof is there. */
export function checkSweeps(world: World, report: Report): void {
  const { bridge } = world;
  if (!bridge) return;
  const { transfers, knobs } = bridge.bank;
  const take = knobs.hashChanges ? "final" : "preliminary";
  const sweeps = trailsIn(world.store.rows())<FeeSweep>("fee_sweep");
  const days = new Set<string>();
  for (const { state, entries } of sweeps) {
    const { id, tenantId, customer, chain, stable, date, status } = state;
    const day = [tenantId, customer, chain, stable, date].join(" ");
    if (days.has(day)) report(name, `${id}: another of ${day}`);
    days.add(day);
    const made = transfers.filter((each) => each.asked.client_reference_id === id);
    const gone = made.filter((each) => !["undeliverable", "error", "canceled"].includes(each.state));
    if (gone.length > 1) report(name, `${id}: ${gone.map((each) => each.id).join()}`);
    for (const { id: ref, asked, received } of made)
      if (asked.destination.to_address !== ownWallet || received !== micros(state.units))
        report(name, `${ref} took ${received} to ${asked.destination.to_address}`);
    const [left] = gone;
    if (status === "proven" && (!left || hashOf(left, take) !== state.txHash))
      report(name, `${id}: no ${state.txHash}`);
    if (left && status !== "proven" && status !== "ordered") report(name, `${id} is ${status}, and left`);
    const cents = entries.flatMap(({ postings }) =>
      postings.flatMap(({ account, amountCents }) => (account === "operator_wallet" ? [amountCents] : [])),
    );
    if (cents.join() !== (status === "proven" && state.amountCents > 0 ? `${state.amountCents}` : ""))
      report(name, `${id} is ${status}: ${cents.join()} cents of ${state.amountCents}`);
    if ((status === "screening" || status === "ordered") && state.lookAt === null)
      report("nothing is stuck", `${id} is ${status}, and nobody will look`);
  }
  for (const { id, asked } of transfers.filter(isSweep))
    if (!sweeps.some(({ state }) => state.id === asked.client_reference_id)) report(name, `${id} is nobody's`);
}

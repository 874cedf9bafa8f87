import { BridgeClient } from "../../../functions/adapters/bridge/client.ts";
import { BridgeRail } from "../../../functions/adapters/bridge/rail.ts";
import { approvedCustomer } from "./bank.ts";
import { BridgeSim } from "./sim.ts";

export const customerId = "cust_acme";

export const reference = "stl_01JC0000000000000000000001.inv_01JC0000000000000000000002";

/** What a collection of 1,250 dollars asks for; the fee is 12.50. */
export const collecting = {
  key: "stl_1:collect:1",
  orderedAt: "2026-11-02T12:00:00.000Z",
  reference,
  amountCents: 125_000,
  currency: "USD",
  source: "ach_push" as const,
  partnerCustomerId: customerId,
  stable: "USDC",
  chain: "base",
  wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  feeCents: 1250,
};

/** The rail of a mode on a simulator of its own; a simulator's day begins at noon UTC on 2 November 2026. */
export async function onBridge(mode: "one_leg" | "two_leg", holds = true) {
  const sim = await BridgeSim.start();
  sim.bank.customers.set(customerId, approvedCustomer());
  return { sim, rail: railOn(sim, mode, holds) };
}

/** The rail as a process of its own has it, which remembers nothing of another's. */
export function railOn(sim: BridgeSim, mode: "one_leg" | "two_leg", holds = true): BridgeRail {
  const client = new BridgeClient({
    baseUrl: sim.url,
    apiKey: async () => sim.apiKey,
    // For a busy machine; no test waits it out.
    seconds: { read: 20, write: 20 },
    wait: async () => undefined,
  });
  return new BridgeRail({ client, mode, holds, now: () => sim.clock.now() });
}

/** Collects and lets the payer pay; what comes back is the collection's railRef. */
export async function collectFromPayer({ sim, rail }: Awaited<ReturnType<typeof onBridge>>, amount = "1250.00") {
  const reply = await rail.collect(collecting);
  if ("refused" in reply) throw new Error(reply.refused.code);
  sim.bank.deposit(reply.railRef, amount);
  await sim.pass(60);
  return reply.railRef;
}

/** What a payout of what is left asks for. */
export function payingOut(railRef: string) {
  const { stable, chain, wallet } = collecting;
  const asked = { transferRef: null, orderedAt: collecting.orderedAt };
  return { key: "stl_1:payout:1", ...asked, railRef, amount: "1237.500000", stable, chain, wallet };
}

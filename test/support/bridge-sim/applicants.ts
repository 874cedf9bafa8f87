import { BridgeClient } from "../../../functions/adapters/bridge/client.ts";
import { BridgeOnboarding } from "../../../functions/adapters/bridge/onboarding-bridge.ts";
import type { BridgeSim } from "./sim.ts";

/** A business that asks to become a customer of Bridge's. */
export const applicant = {
  key: "kyb_01JC0000000000000000000001",
  ref: null,
  legalName: "Acme Widgets, Inc.",
  email: "owner@acme.example",
  returnTo: "https://onboard.example/k/back",
  brought: [],
} as const;

/** The partner as a process of its own has it, which remembers nothing of another's. */
export function partnerOn(sim: BridgeSim): BridgeOnboarding {
  const client = new BridgeClient({
    baseUrl: sim.url,
    apiKey: async () => sim.apiKey,
    // For a busy machine; no test waits it out.
    seconds: { read: 20, write: 20 },
    wait: async () => undefined,
  });
  return new BridgeOnboarding({ client, baseUrl: sim.url });
}

import { describe } from "vitest";
import { MockOnboarding } from "../../../functions/adapters/mock/onboarding-mock.ts";
import { applicant, partnerOn } from "../../support/bridge-sim/applicants.ts";
import { BridgeSim } from "../../support/bridge-sim/sim.ts";
import { MemoryStore } from "../../support/core/memory-store.ts";
import {
  type Fate,
  type OnboardingUnderTest,
  onboardingPromises,
} from "../../support/onboarding/onboarding-promises.ts";
import type { LineFault } from "../../support/settlement/rail-promises.ts";

const names: Readonly<Record<Fate, string>> = {
  approved: "Acme Widgets, Inc.",
  denied: "Denied Widgets, Inc.",
  lacking: "Under ReView Widgets, Inc.",
};

function applicantOf(fate: Fate, nth = 1) {
  const email = `${fate}${nth}@acme.example`;
  return { ...applicant, key: `kyb_${fate}_${nth}`, email, legalName: names[fate] };
}

async function onMock(): Promise<OnboardingUnderTest> {
  const store = new MemoryStore();
  const elsewhere = () => new MockOnboarding(() => store);
  return {
    ...{ partner: elsewhere(), elsewhere, applicant: applicantOf },
    conclude: async () => undefined,
    bring: async () => undefined,
    made: async () => store.rows().length,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const worldFaults = { lost: "500_after", unreached: "500_before", broken: "reset_after" } as const satisfies Record<
  LineFault,
  string
>;

const no = { reason: "We cannot serve this business.", developer_reason: "Watchlist hit: do not tell." };

async function onBridge(): Promise<OnboardingUnderTest> {
  const sim = await BridgeSim.start();
  const elsewhere = () => partnerOn(sim);
  const approve = (ref: string) =>
    sim.kyc.stand(ref, { kyc_status: "approved", tos_status: "approved", missing: null });
  return {
    ...{ partner: elsewhere(), elsewhere, applicant: applicantOf },
    conclude: async (ref, fate) => {
      if (fate === "approved") return approve(ref);
      if (fate === "denied") return sim.kyc.stand(ref, { kyc_status: "rejected", rejection_reasons: [no] });
      const missing = { all_of: ["business_formation_document", "sanctions_screen"] };
      sim.kyc.stand(ref, { kyc_status: "under_review", tos_status: "approved", missing });
    },
    bring: async (ref) => approve(ref),
    made: async () => sim.kyc.links.length,
    fault: (kind) => sim.faults.add({ on: "POST /kyc_links", kind: worldFaults[kind] }),
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}

describe("the mock partner", () => onboardingPromises(onMock, false));
describe("Bridge as the partner", () => onboardingPromises(onBridge, true));

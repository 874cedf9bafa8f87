import { ChainalysisSanctions, ChainalysisScreening } from "../../../functions/adapters/exposure/chainalysis.ts";
import { EllipticScreening } from "../../../functions/adapters/exposure/elliptic.ts";
import type { ExposureProvider } from "../../../functions/app/screening/ports.ts";
import { detectChain } from "../../../functions/domain/addresses/chain.ts";
import type { ScreenSubject } from "../../../functions/domain/screening/screen.ts";
import { ChainalysisSim, cleanAssessment } from "../exposure-sim/chainalysis.ts";
import { cleanAnalysis, EllipticSim } from "../exposure-sim/elliptic.ts";
import type { Faults } from "../vendor-sim/faults.ts";

export const evm = "0x52908400098527886E0F7030069857D2E4169EE7";
export const lower = evm.toLowerCase();
export const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

/** An address as a screen has read it. */
export function subject(value: string, about: Partial<ScreenSubject> = {}): ScreenSubject {
  const { candidates, ...found } = detectChain(value);
  return { type: "wallet", value, askedChain: null, ...found, candidates: [...candidates], ...about };
}

/** A provider on loopback, and what it is made to say. */
export interface ExposureScene extends AsyncDisposable {
  readonly provider: ExposureProvider;
  readonly faults: Faults;
  readonly calls: readonly unknown[];
  /** Says of an address what is given; of another one without being asked, where it is told so. */
  say(input: string, kind: "sanctioned" | "new word" | "half" | "of another" | "pending"): void;
}

const quick = { seconds: 5, wait: async () => undefined };

export async function sanctionsScene(seconds = 5): Promise<ExposureScene> {
  const sim = await ChainalysisSim.start();
  const apiKey = async () => sim.apiKey;
  const named = (category: string) => ({ category, name: "SANCTIONS: OFAC SDN Secondeye Solution 2021-04-15 1da5" });
  return {
    provider: new ChainalysisSanctions({ baseUrl: sim.url, apiKey, ...quick, seconds }),
    ...{ faults: sim.faults, calls: sim.calls },
    say: (input, kind) => {
      const reply = { sanctioned: [named("sanctions")], "new word": [named("brand new crime")], half: [{}] };
      sim.listed.set(input, kind === "of another" || kind === "pending" ? [{ name: 7 }] : reply[kind]);
    },
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}

export async function chainalysisScene(seconds = 5): Promise<ExposureScene> {
  const sim = await ChainalysisSim.start();
  const apiKey = async () => sim.apiKey;
  const owner = (category: string) => ({ addressIdentifications: [{ name: "Evil Corp", category }] });
  return {
    provider: new ChainalysisScreening({ baseUrl: sim.url, apiKey, ...quick, seconds }),
    ...{ faults: sim.faults, calls: sim.calls },
    say: (input, kind) => {
      const reply = {
        sanctioned: cleanAssessment(input, { ...owner("sanctioned entity"), risk: "Severe" }),
        "new word": cleanAssessment(input, owner("brand new crime")),
        half: { address: input, risk: "Low", status: "COMPLETE" },
        "of another": cleanAssessment(tron),
        pending: cleanAssessment(input, { status: "IN_PROGRESS", risk: null }),
      };
      sim.assessments.set(input, reply[kind]);
    },
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}

export async function ellipticScene(seconds = 5): Promise<ExposureScene> {
  const sim = await EllipticSim.start();
  const account = async () => sim.account;
  const owner = (category: string) => ({
    cluster_entities: [{ name: "Evil Corp", category, is_primary_entity: true }],
  });
  return {
    provider: new EllipticScreening({ baseUrl: sim.url, account, now: Date.now, ...quick, seconds }),
    ...{ faults: sim.faults, calls: sim.calls },
    say: (input, kind) => {
      const { risk_score: _, ...half } = cleanAnalysis(input);
      const reply = {
        ...{ half, "of another": cleanAnalysis(tron) },
        sanctioned: cleanAnalysis(input, { ...owner("Sanctioned Entity"), risk_score: 10 }),
        "new word": cleanAnalysis(input, owner("brand new crime")),
        pending: cleanAnalysis(input, { process_status: "running" }),
      };
      sim.analyses.set(input, reply[kind]);
    },
    [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose](),
  };
}

/** The adapter on a simulator. */
export function ellipticOn(sim: EllipticSim, account = async () => sim.account): EllipticScreening {
  return new EllipticScreening({ baseUrl: sim.url, account, now: Date.now, ...quick });
}

/** The adapter on a simulator. */
export function chainalysisOn(sim: ChainalysisSim): ChainalysisScreening {
  return new ChainalysisScreening({ baseUrl: sim.url, apiKey: async () => sim.apiKey, ...quick });
}

import type { SimCall, SimReply } from "../vendor-sim/server.ts";
import { ProviderSim } from "./control.ts";

type Body = Readonly<Record<string, unknown>>;

/** What Chainalysis says of an address that nothing is wrong with, in the form of its document. */
export function cleanAssessment(address: string, about: Body = {}): Body {
  return {
    ...{ address, risk: "Low", riskReason: null, addressType: "PRIVATE_WALLET", cluster: null },
    addressIdentifications: [],
    exposures: [
      { category: "exchange", value: 424_895.68594, exposureType: "direct", direction: "sent" },
      { category: "fee", value: 1_108.16272, exposureType: "direct", direction: "sent" },
      { category: "unnamed service", value: 3_612_152.81483, exposureType: "indirect", direction: "sent" },
    ],
    ...{ triggers: [], status: "COMPLETE", poolMetadata: null },
    ...about,
  };
}

/** Chainalysis on loopback, both its APIs: letters of an address count, as its document says. */
export class ChainalysisSim extends ProviderSim {
  readonly apiKey = "sim-chainalysis-key";
  readonly listed = new Map<string, readonly Body[]>();
  readonly assessments = new Map<string, Body>();

  static start(): Promise<ChainalysisSim> {
    return new ChainalysisSim().listen();
  }

  protected override handle({ method, path, headers }: SimCall): SimReply {
    const [, version, noun, encoded = ""] = path.split("/");
    const address = decodeURIComponent(encoded);
    if (method !== "GET") return { status: 405 };
    if (version === "address") {
      if (headers["x-api-key"] !== this.apiKey) return { status: 401, body: { message: "Unauthorized" } };
      return { status: 200, body: { identifications: this.listed.get(decodeURIComponent(noun ?? "")) ?? [] } };
    }
    if (version !== "v2" || noun !== "entities") return { status: 404 };
    if (headers.token !== this.apiKey) return { status: 403, body: { message: "Forbidden" } };
    return { status: 200, body: this.assessments.get(address) ?? cleanAssessment(address) };
  }
}

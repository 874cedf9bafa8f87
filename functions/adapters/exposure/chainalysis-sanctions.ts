import * as z from "zod";
import type { ExposureProvider } from "../../app/screening/ports.ts";
import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import { findingsOf } from "../../domain/screening/exposure-mapping.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";
import { VendorUnavailable } from "../http/vendor-http.ts";
import { addressToAsk, isKnownWallet } from "./address.ts";
import { type ChainalysisConfig, ChainalysisHttp } from "./chainalysis-http.ts";

/** What is on the list of an address; an empty list is a clean one. */
const answerBody = z.object({
  identifications: z.array(z.object({ category: z.string(), name: z.string().nullish() })).max(1000),
});

/** "SANCTIONS: OFAC SDN Secondeye Solution 2021-04-15 1da58..." has the name between the list and the day. */
const entityInName = /^(?:SANCTIONS:\s*)?(?:OFAC\s+SDN\s+)?(.+?)(?:\s*:?\s*\d{4}-\d{2}-\d{2}.*)?$/;

/** Chainalysis' free sanctions API, as published: which addresses belong to somebody on OFAC's list, by their analysis too. */
export class ChainalysisSanctions implements ExposureProvider {
  readonly name = "chainalysis_sanctions";
  readonly timeoutSeconds: number;
  readonly #http: ChainalysisHttp;

  constructor(config: ChainalysisConfig) {
    this.timeoutSeconds = config.seconds ?? 3;
    this.#http = new ChainalysisHttp(this.name, config, (apiKey) => ({ "x-api-key": apiKey }));
  }

  covers(subject: ScreenSubject): boolean {
    return isKnownWallet(subject);
  }

  async ask(subject: ScreenSubject): Promise<ExposureAnswer> {
    const body = await this.#http.about("/address", addressToAsk(subject), this.timeoutSeconds);
    const read = answerBody.safeParse(body);
    if (!read.success) throw new VendorUnavailable("chainalysis_sanctions told what we cannot read");
    const reply = read.data.identifications.map(({ category, name }) => ({
      ...{ word: category, entity: entityOf(name), exposure: "ownership" as const },
      ...{ percent: null, severity: "critical" as const },
    }));
    const findings = [...findingsOf(this.name, reply)];
    return { provider: this.name, status: "complete", ref: null, findings, score: null };
  }

  askAgain(): Promise<ExposureAnswer> {
    throw new Error("chainalysis_sanctions is never pending");
  }
}

function entityOf(name: string | null | undefined): string | null {
  return name ? (entityInName.exec(name.trim())?.[1] ?? name) : null;
}

import type { ExposureProvider } from "../../app/screening/ports.ts";
import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";
import { VendorUnavailable } from "../http/vendor-http.ts";
import { addressToAsk, isAbout, isKnownWallet } from "./address.ts";
import { type ChainalysisConfig, ChainalysisHttp } from "./chainalysis-http.ts";
import { assessmentHead, readAssessment } from "./chainalysis-schema.ts";

/** Chainalysis' address screening (Entities API, v2), as published: an address need not be registered since December 2024. */
export class ChainalysisScreening implements ExposureProvider {
  readonly name = "chainalysis";
  readonly timeoutSeconds: number;
  readonly #http: ChainalysisHttp;

  constructor(config: ChainalysisConfig) {
    this.timeoutSeconds = config.seconds ?? 5;
    this.#http = new ChainalysisHttp(this.name, config, (token) => ({ token, accept: "application/json" }));
  }

  covers(subject: ScreenSubject): boolean {
    return isKnownWallet(subject) && subject.family !== "monero";
  }

  /** COMPLETE is the only status that Chainalysis documents; under another it is asked again by the address. */
  async ask(subject: ScreenSubject): Promise<ExposureAnswer> {
    const address = addressToAsk(subject);
    const body = await this.#http.about("/v2/entities", address, this.timeoutSeconds);
    const head = assessmentHead.safeParse(body).data;
    if (!head) throw unread();
    if (!isAbout(subject, head.address)) throw new VendorUnavailable("chainalysis told of another address");
    const about = { provider: this.name, ref: address };
    if (head.status !== "COMPLETE") return { ...about, status: "pending", findings: [], score: null };
    const read = readAssessment(body);
    if (!read) throw unread();
    return { ...about, status: "complete", ...read };
  }

  askAgain(subject: ScreenSubject): Promise<ExposureAnswer> {
    return this.ask(subject);
  }
}

function unread(): VendorUnavailable {
  return new VendorUnavailable("chainalysis told what we cannot read");
}

import * as z from "zod";
import type { ExposureProvider } from "../../app/screening/ports.ts";
import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import { findingsOf } from "../../domain/screening/exposure-mapping.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";
import { type KeySettings, VendorHttp, VendorUnavailable } from "../http/vendor-http.ts";
import { addressToAsk, isAbout, isKnownWallet } from "./address.ts";
import { assessmentHead, readAssessment } from "./chainalysis-schema.ts";

/** Asks one of Chainalysis' APIs about an address that a path ends; they differ in the header that carries the key. No error tells the address. */
function chainalysisAsker(
  name: string,
  { baseUrl, apiKey, wait }: KeySettings,
  headersOf: (apiKey: string) => Record<string, string>,
) {
  const headers = async (again?: "again") => headersOf(await apiKey(again));
  const http = new VendorHttp({ name, baseUrl, headers, wait });
  return async (path: string, address: string, seconds: number): Promise<unknown> => {
    const { status, body } = await http.call({
      ...{ method: "GET", path: `${path}/${encodeURIComponent(address)}`, shown: `${path}/...` },
      ...{ seconds, repeats: true },
    });
    if (status !== 200) throw new VendorUnavailable(`${name} answered ${status}`, status);
    return body;
  };
}

function unread(name: string): VendorUnavailable {
  return new VendorUnavailable(`${name} told what we cannot read`);
}

/** What is on the list of an address; an empty list is a clean one. */
const answerBody = z.object({
  identifications: z.array(z.object({ category: z.string(), name: z.string().nullish() })).max(1000),
});

const listInName = /^(?:SANCTIONS:\s*)?(?:OFAC\s+SDN\s+)?/;
const dayInName = /\d{4}-\d{2}-\d{2}/;

/** Chainalysis' free sanctions API, as published: which addresses belong to somebody on OFAC's list, by their analysis too. */
export class ChainalysisSanctions implements ExposureProvider {
  readonly name = "chainalysis_sanctions";
  readonly timeoutSeconds: number;
  readonly #ask: ReturnType<typeof chainalysisAsker>;

  constructor(config: KeySettings) {
    this.timeoutSeconds = config.seconds ?? 3;
    this.#ask = chainalysisAsker(this.name, config, (apiKey) => ({ "x-api-key": apiKey }));
  }

  covers(subject: ScreenSubject): boolean {
    return isKnownWallet(subject);
  }

  async ask(subject: ScreenSubject): Promise<ExposureAnswer> {
    const body = await this.#ask("/address", addressToAsk(subject), this.timeoutSeconds);
    const read = answerBody.safeParse(body);
    if (!read.success) throw unread(this.name);
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

/** "SANCTIONS: OFAC SDN Secondeye Solution 2021-04-15 1da58..." has the name between the list and the day. */
function entityOf(name: string | null | undefined): string | null {
  if (!name) return null;
  const entry = name.trim().replace(listInName, "");
  const day = entry.search(dayInName);
  const entity = day > 0 ? entry.slice(0, day).trimEnd().replace(/:$/, "").trimEnd() : entry;
  return entity === "" ? name : entity;
}

/** Chainalysis' address screening (Entities API, v2), as published: an address need not be registered since December 2024. */
export class ChainalysisScreening implements ExposureProvider {
  readonly name = "chainalysis";
  readonly timeoutSeconds: number;
  readonly #ask: ReturnType<typeof chainalysisAsker>;

  constructor(config: KeySettings) {
    this.timeoutSeconds = config.seconds ?? 5;
    this.#ask = chainalysisAsker(this.name, config, (token) => ({ token, accept: "application/json" }));
  }

  covers(subject: ScreenSubject): boolean {
    return isKnownWallet(subject) && subject.family !== "monero";
  }

  /** COMPLETE is the only status that Chainalysis documents; under another it is asked again by the address. */
  async ask(subject: ScreenSubject): Promise<ExposureAnswer> {
    const address = addressToAsk(subject);
    const body = await this.#ask("/v2/entities", address, this.timeoutSeconds);
    const head = assessmentHead.safeParse(body).data;
    if (!head) throw unread(this.name);
    if (!isAbout(subject, head.address)) throw new VendorUnavailable("chainalysis told of another address");
    const about = { provider: this.name, ref: address };
    if (head.status !== "COMPLETE") return { ...about, status: "pending", findings: [], score: null };
    const read = readAssessment(body);
    if (!read) throw unread(this.name);
    return { ...about, status: "complete", ...read };
  }

  askAgain(subject: ScreenSubject): Promise<ExposureAnswer> {
    return this.ask(subject);
  }
}

import { createHmac } from "node:crypto";
import * as z from "zod";
import type { ExposureProvider } from "../../app/screening/ports.ts";
import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";
import {
  type AccountSettings,
  type SignedRequest,
  signedBy,
  type VendorAnswer,
  VendorHttp,
  VendorUnavailable,
} from "../http/vendor-http.ts";
import { addressToAsk, isAbout, isKnownWallet } from "./address.ts";
import { analysisHead, readAnalysis } from "./elliptic-schema.ts";

/** What Elliptic knows us by; the secret is base64, as Elliptic supplies it. */
interface EllipticAccount {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface EllipticConfig extends AccountSettings<EllipticAccount> {
  readonly now: () => number;
}

/** The headers that Elliptic wants (its document "Authentication"): HMAC-SHA256 by the decoded secret over time, method, path with query in small letters, and body, which is `{}` where there is none. */
export function ellipticHeaders(
  { apiKey, apiSecret }: EllipticAccount,
  { method, url, body }: SignedRequest,
  nowMs: number,
): Record<string, string> {
  const { pathname, search } = new URL(url);
  const text = `${nowMs}${method.toUpperCase()}${(pathname + search).toLowerCase()}${body ?? "{}"}`;
  const signature = createHmac("sha256", Buffer.from(apiSecret, "base64")).update(text).digest("base64");
  return { "x-access-key": apiKey, "x-access-sign": signature, "x-access-timestamp": String(nowMs) };
}

/** Elliptic's word for an address that no chain has seen. */
const notInBlockchain = z.object({ name: z.literal("NotInBlockchain") });

/** Elliptic's wallet screening (AML API, v2, holistic: over all chains at once), as published. */
export class EllipticScreening implements ExposureProvider {
  readonly name = "elliptic";
  readonly timeoutSeconds: number;
  readonly #http: VendorHttp;

  constructor({ baseUrl, account, now, seconds = 6, wait }: EllipticConfig) {
    const headers = signedBy(account, (keys, request) => ellipticHeaders(keys, request, now()));
    this.timeoutSeconds = seconds;
    this.#http = new VendorHttp({ name: "elliptic", baseUrl, headers, wait });
  }

  covers(subject: ScreenSubject): boolean {
    return isKnownWallet(subject) && subject.family !== "monero";
  }

  async ask(subject: ScreenSubject): Promise<ExposureAnswer> {
    const all = { asset: "holistic", blockchain: "holistic" };
    const answer = await this.#http.call({
      ...{ method: "POST", path: "/v2/wallet/synchronous", seconds: this.timeoutSeconds },
      body: {
        subject: { ...all, type: "address", hash: addressToAsk(subject) },
        type: "wallet_exposure",
        // Elliptic opens a customer for each new reference, so all of ours go under one.
        customer_reference: "sluice",
      },
    });
    // A definite answer, and the usual one for a fresh wallet: nothing was ever sent to or from it.
    if (answer.status === 404 && notInBlockchain.safeParse(answer.body).success)
      return { provider: this.name, status: "complete", ref: null, findings: [], score: "not_in_blockchain" };
    return this.#read(subject, answer);
  }

  async askAgain(subject: ScreenSubject, ref: string): Promise<ExposureAnswer> {
    const path = `/v2/wallet/${encodeURIComponent(ref)}`;
    const answer = this.#read(
      subject,
      await this.#http.call({ method: "GET", path, seconds: this.timeoutSeconds, repeats: true }),
    );
    if (answer.ref !== ref) throw new VendorUnavailable("elliptic told of another analysis");
    return answer;
  }

  #read(subject: ScreenSubject, { status, body }: VendorAnswer): ExposureAnswer {
    if (status >= 300) throw new VendorUnavailable(`elliptic answered ${status}`, status);
    const head = analysisHead.safeParse(body).data;
    if (!head) throw unread();
    if (!isAbout(subject, head.subject.hash)) throw new VendorUnavailable("elliptic told of another address");
    const about = { provider: this.name, ref: head.id };
    const nothing = { findings: [], score: null };
    if (head.process_status === "running") return { ...about, status: "pending", ...nothing };
    if (head.process_status === "error") return { ...about, status: "error", ...nothing };
    const read = readAnalysis(body);
    if (!read) throw unread();
    return { ...about, status: "complete", ...read };
  }
}

function unread(): VendorUnavailable {
  return new VendorUnavailable("elliptic told what we cannot read");
}

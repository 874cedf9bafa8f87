import * as z from "zod";
import type { ExposureProvider } from "../../app/screening/ports.ts";
import type { ExposureAnswer } from "../../domain/screening/exposure.ts";
import type { ScreenSubject } from "../../domain/screening/screen.ts";
import { type SignedRequest, type VendorAnswer, VendorHttp, VendorUnavailable } from "../http/vendor-http.ts";
import { addressToAsk, isAbout, isKnownWallet } from "./address.ts";
import { analysisHead, readAnalysis } from "./elliptic-schema.ts";
import { type EllipticAccount, ellipticHeaders } from "./elliptic-signature.ts";

export interface EllipticConfig {
  readonly baseUrl: string;
  /** As it is remembered, or as it is now; asked for at every call, since keys are rotated. */
  readonly account: (again?: "again") => Promise<EllipticAccount>;
  readonly now: () => number;
  readonly seconds?: number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Elliptic's word for an address that no chain has seen. */
const notInBlockchain = z.object({ name: z.literal("NotInBlockchain") });

/** Elliptic's wallet screening (AML API, v2, holistic: over all chains at once), as published. */
export class EllipticScreening implements ExposureProvider {
  readonly name = "elliptic";
  readonly timeoutSeconds: number;
  readonly #http: VendorHttp;

  constructor({ baseUrl, account, now, seconds = 6, wait }: EllipticConfig) {
    const signer = rememberedSigner(now);
    this.timeoutSeconds = seconds;
    this.#http = new VendorHttp({
      name: "elliptic",
      baseUrl,
      headers: async (again) => signer(await account(again)),
      ...(wait && { wait }),
    });
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

/** Signs with the keys that it is given; the same keys give the same function, by which a refused key is known to be the current one. */
function rememberedSigner(now: () => number) {
  let last: { account: EllipticAccount; sign: (request: SignedRequest) => Record<string, string> } | undefined;
  return (account: EllipticAccount) => {
    const { apiKey, apiSecret } = account;
    if (last?.account.apiKey === apiKey && last.account.apiSecret === apiSecret) return last.sign;
    last = { account, sign: (request) => ellipticHeaders(account, request, now()) };
    return last.sign;
  };
}

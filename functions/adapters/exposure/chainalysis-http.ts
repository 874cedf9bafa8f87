import { VendorHttp, VendorUnavailable } from "../http/vendor-http.ts";

export interface ChainalysisConfig {
  readonly baseUrl: string;
  /** As it is remembered, or as it is now; asked for at every call, since keys are rotated. */
  readonly apiKey: (again?: "again") => Promise<string>;
  readonly seconds?: number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Chainalysis' APIs, which are asked about an address in the path, and differ in the header that carries the key. */
export class ChainalysisHttp {
  readonly #name: string;
  readonly #http: VendorHttp;

  constructor(
    name: string,
    { baseUrl, apiKey, wait }: ChainalysisConfig,
    headersOf: (apiKey: string) => Record<string, string>,
  ) {
    this.#name = name;
    const headers = async (again?: "again") => headersOf(await apiKey(again));
    this.#http = new VendorHttp({ name, baseUrl, headers, ...(wait && { wait }) });
  }

  /** What is said of an address under a path that it ends; no error tells the address. */
  async about(path: string, address: string, seconds: number): Promise<unknown> {
    const { status, body } = await this.#http.call({
      ...{ method: "GET", path: `${path}/${encodeURIComponent(address)}`, shown: `${path}/...` },
      ...{ seconds, repeats: true },
    });
    if (status !== 200) throw new VendorUnavailable(`${this.#name} answered ${status}`, status);
    return body;
  }
}

import { Sha256 } from "@aws-crypto/sha256-js";
import { SignatureV4 } from "@smithy/signature-v4";
import { Client } from "../runner/client.ts";

/** A caller of the operator API who signs with AWS's own signer, as an IAM principal does. */
export class SignedClient extends Client {
  readonly #baseUrl: string;
  readonly #signer: SignatureV4;

  constructor(baseUrl: string, region: string) {
    super(baseUrl, null);
    this.#baseUrl = baseUrl;
    const credentials = { accessKeyId: "test", secretAccessKey: "test" };
    this.#signer = new SignatureV4({ service: "execute-api", region, credentials, sha256: Sha256 });
  }

  override async send(method: string, path: string, init: RequestInit = {}) {
    const url = new URL(`${this.#baseUrl}${path}`);
    const { headers } = await this.#signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      port: Number(url.port),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...(init.headers as Record<string, string>), host: url.host },
      ...(typeof init.body === "string" ? { body: init.body } : {}),
    });
    return super.send(method, path, { ...init, headers });
  }
}

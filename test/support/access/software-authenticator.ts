import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { unescapeHtml } from "../routes/page-forms.ts";

/** What an answer is made with otherwise than a good browser would. */
export interface Otherwise {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the authenticator knows that it is its owner who asks. */
  readonly verified?: boolean;
  readonly counter?: number;
  /** The credential's id, where it says another's. */
  readonly id?: string;
}

interface Options {
  readonly challenge: string;
}

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

function sha256(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The options that a page gives a browser's script. */
export function optionsIn(text: string): Options & Record<string, unknown> {
  const found = /data-options="([^"]*)"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no page that asks for a passkey: ${text.slice(0, 2000)}`);
  return JSON.parse(unescapeHtml(found));
}

/** An authenticator and its browser in software: an ES256 key that attests nothing. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  counter = 0;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  readonly #host: string;

  constructor(origin = "http://localhost:4000", host = "localhost") {
    this.#origin = origin;
    this.#host = host;
  }

  #clientData(type: string, options: Options, otherwise: Otherwise): Buffer {
    const { challenge = options.challenge, origin = this.#origin } = otherwise;
    return Buffer.from(JSON.stringify({ type: otherwise.type ?? type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, otherwise: Otherwise): Buffer {
    const { counter = this.counter, host = this.#host } = otherwise;
    const head = Buffer.alloc(5);
    head.writeUInt8(present | (otherwise.verified === false ? 0 : verified) | flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), head]);
  }

  /** The public key in COSE's form, as CBOR. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const parts = ["a501020326200121", "5820", Buffer.from(x, "base64url").toString("hex"), "22", "5820"];
    return Buffer.concat([Buffer.from(parts.join(""), "hex"), Buffer.from(y, "base64url")]);
  }

  #answer(response: Record<string, unknown>, id = this.id): string {
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
  }

  /** What a browser sends once this has made a passkey. */
  make(options: Options, otherwise: Otherwise = {}): string {
    const clientDataJSON = this.#clientData("webauthn.create", options, otherwise).toString("base64url");
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([0, id.length]);
    const data = Buffer.concat([this.#data(withKey, otherwise), Buffer.alloc(16), length, id, this.#publicKey()]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
    const attestationObject = Buffer.concat([head, size, data]).toString("base64url");
    return this.#answer({ clientDataJSON, attestationObject, transports: ["usb"] });
  }

  /** What a browser sends once this has signed a challenge; each time counts one more. */
  present(options: Options, otherwise: Otherwise = {}): string {
    this.counter += 1;
    const clientData = this.#clientData("webauthn.get", options, otherwise);
    const data = this.#data(0, otherwise);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    const response = {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    };
    return this.#answer(response, otherwise.id);
  }
}

import { Refusal } from "../domain/core/refusal.ts";
import type { Principal } from "./operation-types.ts";
import { nobody, type OperatorTokens, tokenBearer } from "./operator-token.ts";
import type { HeaderOf } from "./read-request.ts";

/** What a vendor's signature on a callback is worth. */
export type SignatureFinding = "good" | "stale" | "forged" | "malformed";

/** Judges a callback by its headers and its exact bytes; `again` with the vendor's keys as they are now, and not as they are remembered. */
export type JudgeSignature = (header: HeaderOf, body: Uint8Array, again?: "again") => Promise<SignatureFinding>;

/** Knows a vendor by its signature, or where it has one the operator who reports for it by token. A stale signature is 400, which asks the vendor for a fresh one; any other is 401. */
export class VendorAuthenticator {
  readonly #vendor: string;
  readonly #judge: JudgeSignature;
  readonly #tokens: OperatorTokens | undefined;

  constructor(vendor: string, judge: JudgeSignature, tokens?: OperatorTokens) {
    this.#vendor = vendor;
    this.#judge = judge;
    this.#tokens = tokens;
  }

  async authenticate(header: HeaderOf, body: Uint8Array): Promise<Principal> {
    const first = await this.#judge(header, body);
    const finding = first === "forged" ? await this.#judge(header, body, "again") : first;
    if (finding === "good") return { kind: "rail", actor: `rail:${this.#vendor}`, ...nobody };
    const operator = this.#tokens && (await tokenBearer(this.#tokens, header));
    if (operator) return operator;
    if (finding === "stale") throw new Refusal("stale_signature", "the signature is too old");
    throw new Refusal("invalid_signature", "this callback is not signed as it must be");
  }
}

import { DeployedSandbox, type Owner } from "../runner/deployed.ts";

/** As much of an escrow as these tests ask for. */
export interface MadeEscrow {
  readonly id: string;
  readonly reference: string;
  readonly statusUrl: string;
  readonly milestones: readonly { readonly id: string }[];
}

/** Our own Lambdas over a fake AWS, with a mock rail that holds value, and tenants who open escrows. */
export class EscrowOffice extends DeployedSandbox {
  #owner: Owner | undefined;
  #keys = 0;

  override start(): ReturnType<DeployedSandbox["start"]> {
    // Before any Lambda is imported.
    process.env.HOLD = "true";
    return super.start().then((owners) => {
      this.#owner = owners.one;
      return owners;
    });
  }

  /** Calls a tenant's operation under a key of its own. */
  async called(id: string, params: Record<string, string>, body?: unknown, apiKey = this.#owner?.apiKey ?? "") {
    this.#keys += 1;
    const reply = await this.call(id, apiKey, params, body, { "idempotency-key": `key-${this.#keys}` });
    return { ...reply, json: JSON.parse(reply.text) };
  }

  /** An escrow of 1,250.00 that waits for its money. */
  async created(change: object = {}, apiKey?: string): Promise<MadeEscrow> {
    const body = {
      reference: `deal-${this.#keys}`,
      amountCents: 125_000,
      payoutAddress: "0xSELLERS-WALLET",
      ...change,
    };
    const { status, json, text } = await this.called("createEscrow", {}, body, apiKey);
    if (status !== 201) throw new Error(text);
    return json;
  }

  /** An escrow of 1,250.00 that is held. */
  async funded(change: object = {}): Promise<MadeEscrow> {
    const made = await this.created(change);
    const { status, text } = await this.called("fundEscrow", { id: made.id }, { amountCents: 125_000 });
    if (status !== 200) throw new Error(text);
    return made;
  }
}

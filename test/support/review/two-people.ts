import { expect } from "vitest";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { DeployedSandbox } from "../runner/deployed.ts";

/** A stage on which two people decide about what redirects money, and both of them. */
export class TwoPeople extends DeployedSandbox {
  readonly anna = this.operatorToken;
  readonly ben = `${this.operatorToken}-2`;
  #made = 0;

  constructor(environment: Readonly<Record<string, string>> = {}) {
    super({ TWO_PERSON_CONTROL: "true", ...environment });
  }

  async ask(token: string, id: string, params: Record<string, string> = {}, body?: unknown) {
    const { status, text } = await this.call(id, token, params, body);
    return { status, json: JSON.parse(text) };
  }

  /** A tenant that is paid to `0xOLD`, and whose contact is `old@acme.example`. */
  async tenant(change: object = {}): Promise<Tenant> {
    this.#made += 1;
    const identity = { slug: `two-${this.#made}`, name: "Acme", partnerCustomerId: `cust_two_${this.#made}` };
    const wallet = { destChain: "base", destWallet: "0xOLD", stable: "USDT" };
    const body = { ...identity, ...wallet, contactEmail: "old@acme.example", ...change };
    const { status, json } = await this.ask(this.anna, "createTenant", {}, body);
    expect(status).toBe(201);
    return json;
  }

  patch(token: string, id: string, body: object) {
    return this.ask(token, "changeTenant", { id }, body);
  }

  /** What the first operator asks for, which waits; the id of its approval. */
  async asked(id: string, body: object = { destWallet: "0xNEW" }): Promise<string> {
    const { status, json } = await this.patch(this.anna, id, body);
    expect([status, json]).toEqual([
      202,
      { approvalId: expect.stringMatching(/^apr_/), effectiveAt: expect.any(String) },
    ]);
    return json.approvalId;
  }

  async read(id: string): Promise<Tenant> {
    return (await this.ask(this.anna, "getTenant", { id })).json;
  }

  async approval(id: string) {
    return (await this.ask(this.anna, "getApproval", { id })).json;
  }

  agree(token: string, id: string, body: object = {}) {
    return this.ask(token, "approveAction", { id }, body);
  }

  refuse(token: string, id: string, body: object = {}) {
    return this.ask(token, "rejectAction", { id }, body);
  }

  /** Moves the test clock, which does what is due by then. */
  wait(seconds: number) {
    return this.ask(this.anna, "advanceClock", {}, { advanceSeconds: seconds });
  }

  /** Why each of a record's entries was made, the last one first. */
  async reasonsOf(id: string): Promise<string[]> {
    const { json } = await this.ask(this.anna, "listAudit");
    const data = json.data as readonly { readonly subject: string; readonly reason: string }[];
    return data.filter(({ subject }) => subject === id).map(({ reason }) => reason);
  }

  /** The letters about an approval, by template and address. */
  lettersAbout(approvalId: string): (readonly [template: string, to: string])[] {
    const letters = this.aws.store.rows().filter(({ type }) => type === "letter");
    return letters
      .map(({ body }) => body as { readonly about: string; readonly template: string; readonly to: string })
      .filter(({ about }) => about === approvalId)
      .map(({ template, to }) => [template, to] as const)
      .sort(([one, first], [other, second]) => `${one}${first}`.localeCompare(`${other}${second}`));
  }
}

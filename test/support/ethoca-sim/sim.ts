import { createPublicKey } from "node:crypto";
import { Faults } from "../vendor-sim/faults.ts";
import { signingKey } from "../vendor-sim/keys.ts";
import { type SimCall, type SimReply, SimServer } from "../vendor-sim/server.ts";
import { EthocaControl, no, operationOf, type SimAlert } from "./control.ts";
import { oauthProblem } from "./oauth.ts";

/** The key pair of a project at Mastercard Developers: it has the public half, whoever calls signs with the private one. */
const { publicKey, privateKey } = signingKey(2);

/** Ethoca on loopback: Pull and Outcome API, signatures looked at. */
export class EthocaSim {
  readonly faults = new Faults();
  readonly control = new EthocaControl();
  readonly account = {
    consumerKey: "sim-consumer-key!0000",
    signingKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
  /** What was wrong with requests that were turned away. */
  readonly turnedAway: string[] = [];
  readonly #seen = new Set<string>();
  readonly #server: SimServer;
  #raised = 0;

  private constructor() {
    this.#server = new SimServer({
      faults: this.faults,
      operationOf,
      handle: (call) => this.#handle(call),
      control: () => no(404, "NOT_FOUND"),
    });
  }

  static async start(): Promise<EthocaSim> {
    const sim = new EthocaSim();
    await sim.#server.listen(0);
    return sim;
  }

  get url(): string {
    return this.#server.url;
  }

  /** An issuer raises an alert; its id. */
  raise(about: Partial<SimAlert> = {}): string {
    this.#raised += 1;
    const alertId = `A4IM9K2MIYL9F2BPF9TW${String(this.#raised).padStart(5, "0")}`;
    this.control.raise({
      ...{ alertId, alertType: "CUSTOMERDISPUTE", alertTimestamp: "2026-11-20T17:11:05-05:00", age: 24 },
      ...{ issuer: "First Bank", memberId: "M-100", merchantMemberName: "Acme", mcc: "5734" },
      ...{ amount: { value: 361.56, currencyCode: "USD" }, merchantDescriptor: "ACME*BOOKS" },
      ...{ transactionTimestamp: "2026-11-02", transactionId: `order-${this.#raised}`, authCode: "A1B2C3" },
      ...{ arn: "74208476305000000000001", cardNumber: "5555555555554444", chargebackReasonCode: "4853" },
      ...about,
    });
    return alertId;
  }

  /** The outcome that an alert has for good. */
  outcomeOf(alertId: string) {
    return this.control.kept.find(({ alert }) => alert.alertId === alertId)?.outcome ?? null;
  }

  /** Alerts that nobody has acknowledged. */
  get waiting(): readonly string[] {
    return this.control.kept.filter(({ acknowledged }) => !acknowledged).map(({ alert }) => alert.alertId);
  }

  #handle(call: SimCall): SimReply {
    const query = call.query.size > 0 ? `?${call.query}` : "";
    const problem = oauthProblem(
      { ...call, url: `${this.url}${call.path}${query}`, authorization: call.headers.authorization },
      {
        consumerKey: this.account.consumerKey,
        publicKey: createPublicKey(publicKey),
        nowMs: Date.now(),
        seen: this.#seen,
      },
    );
    if (problem === undefined) return this.control.handle(call);
    this.turnedAway.push(problem);
    return no(401, problem);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }
}

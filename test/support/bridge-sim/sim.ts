import { SimClock } from "../vendor-sim/clock.ts";
import { Deliveries } from "../vendor-sim/deliveries.ts";
import { Faults } from "../vendor-sim/faults.ts";
import { SimServer } from "../vendor-sim/server.ts";
import { BridgeApi, operationOf } from "./api.ts";
import { approvedCustomer, SimBank, type SimCustomer } from "./bank.ts";
import { type KycStatus, type Steering, steer } from "./control.ts";
import { SimKyc } from "./kyc.ts";
import { viewTransfer } from "./transfer.ts";
import { BridgeWebhooks } from "./webhooks.ts";

export interface BridgeSimOptions {
  /** 0 for a free one. */
  readonly port?: number;
  readonly apiKey?: string;
  /** Null: with the wall's time. */
  readonly startMs?: number | null;
  readonly autoCustomers?: boolean;
}

const pumpMs = 100;

/** Bridge on loopback: its API under /v0, and /control to steer it by. */
export class BridgeSim implements Steering {
  readonly clock: SimClock;
  readonly faults = new Faults();
  readonly deliveries: Deliveries;
  readonly bank: SimBank;
  readonly webhooks: BridgeWebhooks;
  readonly kyc: SimKyc;
  readonly api: BridgeApi;
  readonly apiKey: string;
  readonly #server: SimServer;
  #pump: NodeJS.Timeout | undefined;

  private constructor(options: BridgeSimOptions) {
    const { startMs = Date.UTC(2026, 10, 2, 12), autoCustomers = false } = options;
    this.apiKey = options.apiKey ?? "sk-test-sim";
    this.clock = new SimClock(startMs);
    this.deliveries = new Deliveries(this.clock);
    this.webhooks = new BridgeWebhooks(this.clock, this.deliveries);
    this.bank = new SimBank(this.clock, (transfer, from) =>
      this.webhooks.emit("transfer", viewTransfer(transfer, this.bank.knobs), from),
    );
    this.kyc = new SimKyc({
      clock: this.clock,
      baseUrl: () => this.#server.url,
      customer: (id, customer) => this.setCustomer(id, customer),
      changed: (link, from) => this.webhooks.emit("kyc_link", link, from),
    });
    this.api = new BridgeApi({
      bank: this.bank,
      clock: this.clock,
      apiKey: this.apiKey,
      autoCustomers,
      webhooks: (call) => this.webhooks.handle(call),
      kyc: this.kyc,
    });
    this.#server = new SimServer({
      faults: this.faults,
      operationOf,
      handle: (call) => this.api.handle(call),
      control: (call) => steer(this, call),
    });
  }

  static async start(options: BridgeSimOptions = {}): Promise<BridgeSim> {
    const sim = new BridgeSim(options);
    await sim.#server.listen(options.port ?? 0);
    if (sim.clock.live) sim.#pump = setInterval(() => sim.clock.advance(0), pumpMs);
    return sim;
  }

  get url(): string {
    return `${this.#server.url}/v0`;
  }

  get controlUrl(): string {
    return `${this.#server.url}/control`;
  }

  /** Changes what Bridge knows of a customer, and tells its endpoints. */
  setCustomer(id: string, status: KycStatus): void {
    const before = this.bank.customers.get(id);
    const known = Object.entries(status).filter(([, value]) => value !== undefined);
    const after: SimCustomer = { ...(before ?? approvedCustomer()), ...Object.fromEntries(known) };
    this.bank.customers.set(id, after);
    this.webhooks.emit("customer", { id, ...after }, before?.status ?? null);
  }

  /** Moves time ahead and waits until what that set in motion has been delivered. */
  async pass(seconds: number): Promise<void> {
    this.clock.advance(seconds * 1000);
    await this.deliveries.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#pump);
    await this.#server.close();
    await this.deliveries.idle();
  }
}

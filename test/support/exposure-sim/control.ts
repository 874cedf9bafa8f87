import { Faults } from "../vendor-sim/faults.ts";
import { type SimCall, type SimReply, SimServer } from "../vendor-sim/server.ts";

/** A provider of graph analysis on loopback: what it says of an address, who may ask, and what goes wrong. */
export abstract class ProviderSim {
  readonly faults = new Faults();
  /** Calls in the order in which they came, those that were turned away too. */
  readonly calls: SimCall[] = [];
  readonly #server: SimServer;

  constructor() {
    this.#server = new SimServer({
      faults: this.faults,
      // Every fault is named `ask`.
      operationOf: () => "ask",
      handle: (call) => {
        this.calls.push(call);
        return this.handle(call);
      },
      control: () => ({ status: 404 }),
    });
  }

  async listen(): Promise<this> {
    await this.#server.listen(0);
    return this;
  }

  get url(): string {
    return this.#server.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }

  protected abstract handle(call: SimCall): SimReply;
}

import { Faults } from "../vendor-sim/faults.ts";
import { type SimCall, type SimReply, SimServer } from "../vendor-sim/server.ts";

/** A provider of graph analysis on loopback: what it says of an address, who may ask, and what goes wrong. */
export class ProviderSim {
  readonly faults = new Faults();
  /** Calls in the order in which they came, those that were turned away too. */
  readonly calls: SimCall[] = [];
  readonly #server: SimServer;

  private constructor(operation: string, handle: (call: SimCall) => SimReply) {
    this.#server = new SimServer({
      faults: this.faults,
      operationOf: () => operation,
      handle: (call) => {
        this.calls.push(call);
        return handle(call);
      },
      control: () => ({ status: 404 }),
    });
  }

  /** Every fault is named `ask`. */
  static async start(handle: (call: SimCall) => SimReply): Promise<ProviderSim> {
    const sim = new ProviderSim("ask", handle);
    await sim.#server.listen(0);
    return sim;
  }

  get url(): string {
    return this.#server.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }
}

import { Faults } from "../vendor-sim/faults.ts";
import { SimServer } from "../vendor-sim/server.ts";
import { KytControl, operationOf } from "./control.ts";

/** The screening interface on loopback, with what can go wrong on the way to it. */
export class KytSim extends KytControl {
  readonly faults = new Faults();
  readonly #server = new SimServer({
    faults: this.faults,
    operationOf,
    handle: (call) => this.handle(call),
    control: () => ({ status: 404 }),
  });

  static async start(port = 0): Promise<KytSim> {
    const sim = new KytSim();
    await sim.#server.listen(port);
    return sim;
  }

  get url(): string {
    return this.#server.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
  }
}

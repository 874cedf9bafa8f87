import { KytScreening } from "../../../../functions/adapters/http/screen-kyt.ts";
import { type KytDesk, operationOf } from "../../kyt-sim/desk.ts";
import { type Fault, Faults } from "../../vendor-sim/faults.ts";
import { answer, type SimReply } from "../../vendor-sim/server.ts";
import { callOf, responseOf, unlessAborted } from "../bridge/network.ts";
import type { Alteration, World } from "./world.ts";

/** The way from our adapter to the screening interface: plain fetch, answered in this process, every call a step that can fail. */
export class KytNetwork {
  readonly desk: KytDesk;
  /** What goes wrong with every call; nothing where it is undefined. */
  trouble: Fault["kind"] | undefined;
  readonly #faults = new Faults();

  constructor(desk: KytDesk) {
    this.desk = desk;
  }

  /** A world whose wallets are screened over it. */
  readonly screens: Alteration = {
    vendors: (vendors, world) => {
      world.scheduler.network = (input, init) => this.#fetch(world, String(input), init ?? {});
      const screening = new KytScreening({
        baseUrl: "https://kyt.test",
        apiKey: async () => this.desk.apiKey,
        wait: (ms) => world.scheduler.sleep(ms),
      });
      return {
        screen: async (asked) => {
          const answer = await screening.screen(asked);
          const { askedAtMs: atMs, nowMs: lastMs } = world.scheduler;
          // Where the world's invariants look for what was screened.
          const told = this.desk.bought.has(asked.key) ? vendors.screens : vendors.readings;
          told.set(asked.key, { asked, answer, atMs, lastMs });
          return answer;
        },
      };
    },
  };

  async #fetch({ scheduler }: World, address: string, init: RequestInit): Promise<Response> {
    const call = callOf(address, init);
    const operation = operationOf(call);
    const said = scheduler.call(`kyt ${operation}`, () => {
      if (this.trouble) this.#faults.add({ on: operation, kind: this.trouble });
      return answer(call, this.#faults, operationOf, (each) => this.desk.handle(each));
    });
    return responseOf(await unlessAborted(answered(said), init.signal));
  }
}

async function answered(said: Promise<SimReply | "hang" | "reset">): Promise<SimReply> {
  const reply = await said;
  if (reply === "hang") return new Promise(() => undefined);
  if (reply === "reset") throw new TypeError("fetch failed");
  return reply;
}

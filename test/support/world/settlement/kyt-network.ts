import { KytScreening } from "../../../../functions/adapters/http/screen-kyt.ts";
import { type KytControl, operationOf } from "../../kyt-sim/control.ts";
import { type Fault, Faults } from "../../vendor-sim/faults.ts";
import { answer, type SimReply } from "../../vendor-sim/server.ts";
import { callOf, responseOf, untilAbort } from "../bridge/network.ts";
import type { Alteration, World } from "./world.ts";

/** The way from our adapter to the screening interface: plain fetch, answered in this process, every call a step that can fail. */
export class KytNetwork {
  readonly context: KytControl;
  /** What goes wrong with every call; nothing where it is undefined. */
  trouble: Fault["kind"] | undefined;
  readonly #faults = new Faults();

  constructor(context: KytControl) {
    this.context = context;
  }

  /** A world whose wallets are screened over it. */
  readonly screens: Alteration = {
    vendors: (vendors, world) => {
      world.scheduler.network = (input, init) => this.#fetch(world, String(input), init ?? {});
      const screening = new KytScreening({
        baseUrl: "https://kyt.test",
        apiKey: async () => this.context.apiKey,
        wait: (ms) => world.scheduler.sleep(ms),
      });
      return {
        screen: async (request) => {
          const answer = await screening.screen(request);
          const { askedAtMs: atMs, nowMs: lastMs } = world.scheduler;
          // Where the world's invariants look for what was screened.
          const response = this.context.bought.has(request.key) ? vendors.screens : vendors.readings;
          response.set(request.key, { asked: request, answer, atMs, lastMs });
          return answer;
        },
      };
    },
  };

  async #fetch({ scheduler }: World, address: string, init: RequestInit): Promise<Response> {
    const call = callOf(address, init);
    const operation = operationOf(call);
    const reply = scheduler.call(`kyt ${operation}`, () => {
      if (this.trouble) this.#faults.add({ on: operation, kind: this.trouble });
      return answer(call, this.#faults, operationOf, (each) => this.context.handle(each));
    });
    return responseOf(await untilAbort(answered(reply), init.signal));
  }
}

async function answered(response: Promise<SimReply | "hang" | "reset">): Promise<SimReply> {
  const reply = await response;
  if (reply === "hang") return new Promise(() => undefined);
  if (reply === "reset") throw new TypeError("fetch failed");
  return reply;
}

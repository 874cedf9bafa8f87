import type { Callback } from "../../../../functions/app/operations/receive-callback.ts";
import type { Scheduler } from "./scheduler.ts";

/** A callback of the rail's on its way to us. */
export interface RailCall {
  readonly callback: Callback;
  /** Posted until it is taken, because nobody would ask about what it tells. */
  readonly isSure: boolean;
  tries: number;
  taken: boolean;
}

/** How often a callback is posted, and after what wait again. */
interface Repeats {
  readonly most: (call: RailCall) => number;
  readonly waitMs: (tries: number) => number;
}

/** The line from a rail to us: each callback is repeated until it is taken. */
export class CallbackLine {
  readonly calls: RailCall[] = [];
  readonly #scheduler: Scheduler;
  readonly #receive: (callback: Callback) => Promise<void>;
  readonly #repeats: Repeats;

  constructor(scheduler: Scheduler, receive: (callback: Callback) => Promise<void>, repeats: Repeats) {
    this.#scheduler = scheduler;
    this.#receive = receive;
    this.#repeats = repeats;
  }

  post(callback: Callback, delayMs: number, isSure = true): void {
    const call: RailCall = { callback, isSure, tries: 0, taken: false };
    this.calls.push(call);
    this.#scheduler.later(delayMs, () => this.#try(call));
  }

  #try(call: RailCall): void {
    call.tries += 1;
    const { most, waitMs } = this.#repeats;
    this.#scheduler.spawn(
      `callback ${call.callback.events[0]?.kind}`,
      () => this.#receive(call.callback),
      ({ kind }) => {
        call.taken = kind === "done";
        if (!call.taken && call.tries < most(call)) this.#scheduler.later(waitMs(call.tries), () => this.#try(call));
      },
    );
  }
}

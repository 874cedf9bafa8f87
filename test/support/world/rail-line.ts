import { mockReference } from "../../../functions/adapters/mock/rail-mock.ts";
import type { Callback } from "../../../functions/app/operations/receive-callback.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import type { Scheduler } from "./scheduler.ts";

/** A rail's word on its way to us. */
export interface RailCall {
  readonly railRef: string;
  readonly event: RailEvent;
  tries: number;
  taken: boolean;
}

const mostTries = 60;
const repeatMs = 15_000;

/** The line from the rail to us: each word is repeated until it is taken. */
export class RailLine {
  readonly calls: RailCall[] = [];
  readonly #scheduler: Scheduler;
  readonly #receive: (callback: Callback) => Promise<void>;

  constructor(scheduler: Scheduler, receive: (callback: Callback) => Promise<void>) {
    this.#scheduler = scheduler;
    this.#receive = receive;
  }

  say(railRef: string, event: RailEvent, delayMs: number): void {
    const call: RailCall = { railRef, event, tries: 0, taken: false };
    this.calls.push(call);
    this.#scheduler.later(delayMs, () => this.#try(call));
  }

  #try(call: RailCall): void {
    call.tries += 1;
    const { railRef, event } = call;
    this.#scheduler.spawn(
      `callback ${event.kind}`,
      () => this.#receive({ rail: "mock", railRef, reference: mockReference(railRef), events: [event] }),
      ({ kind }) => {
        call.taken = kind === "done";
        if (!call.taken && call.tries < mostTries) this.#scheduler.later(repeatMs, () => this.#try(call));
      },
    );
  }
}

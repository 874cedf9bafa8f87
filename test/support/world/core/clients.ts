import type { StoredResponse } from "../../../../functions/app/core/idempotent-operation.ts";
import { Refusal } from "../../../../functions/domain/core/refusal.ts";
import type { Ending, Scheduler } from "./scheduler.ts";

/** A client that repeats its call until it has an answer. */
export interface Client<C> {
  readonly call: C;
  tries: number;
  /** The stored response of a call that has a key. */
  response: StoredResponse | undefined;
  refusal: Refusal | undefined;
  isDone: boolean;
}

const passing: readonly string[] = [
  ...["idempotency_in_progress", "version_conflict", "rail_unavailable"],
  ...["provider_unavailable", "rate_limited"],
];

/** What a well-behaved client makes of a call that was not answered with a result; refusals that pass are worth another try. */
export function mayRetryRequest(
  ending: Exclude<Ending<unknown>, { kind: "done" }>,
  codes = passing,
): { inSeconds: number } | { refused: Refusal } {
  if (ending.kind === "crashed" || !(ending.error instanceof Refusal)) return { inSeconds: 2 };
  const { code, detail } = ending.error;
  return codes.includes(code) ? { inSeconds: detail.retryAfterSeconds ?? 1 } : { refused: ending.error };
}

/** How the clients of a world make their calls. */
interface Manner<C> {
  readonly nameOf: (call: C) => string;
  readonly perform: (call: C) => Promise<StoredResponse | undefined>;
  /** Whether what a call names is not there yet. */
  readonly isEarly?: (client: Client<C>) => boolean;
  /** Refusals after which a call is repeated. */
  readonly codes?: readonly string[];
  readonly patience: number;
}

/** The clients of a world, who repeat calls without an answer until patience ends. */
export class Clients<C> {
  readonly all: Client<C>[] = [];
  /** How many times a client tries a call that has no answer. */
  patience: number;
  readonly #scheduler: Scheduler;
  readonly #manner: Manner<C>;

  constructor(scheduler: Scheduler, manner: Manner<C>) {
    this.#scheduler = scheduler;
    this.#manner = manner;
    this.patience = manner.patience;
  }

  submit(call: C, delayMs = 0): Client<C> {
    const client: Client<C> = { call, tries: 0, response: undefined, refusal: undefined, isDone: false };
    this.all.push(client);
    this.#scheduler.later(delayMs, () => this.#ask(client));
    return client;
  }

  /** Some calls are made once more, each after a while. */
  repeat(isRepeated: () => boolean, delayMs: () => number): void {
    for (const { call } of [...this.all]) if (isRepeated()) this.submit(call, delayMs());
  }

  /** Every client without an answer asks once more, and goes on asking. */
  askAgain(): void {
    for (const client of this.all) {
      if (client.isDone) continue;
      client.tries = 0;
      this.#ask(client);
    }
  }

  #ask(client: Client<C>): void {
    const { nameOf, perform } = this.#manner;
    client.tries += 1;
    this.#scheduler.spawn(
      nameOf(client.call),
      () => perform(client.call),
      (ending) => {
        if (ending.kind !== "done") return this.#refused(client, ending);
        client.response = ending.value;
        client.isDone = true;
      },
    );
  }

  #refused(client: Client<C>, ending: Exclude<Ending<unknown>, { kind: "done" }>): void {
    const after = mayRetryRequest(ending, this.#manner.codes);
    const isRefused = "refused" in after;
    if (isRefused && !(after.refused.code === "not_found" && this.#manner.isEarly?.(client))) {
      client.refusal = after.refused;
      client.isDone = true;
    } else if (client.tries < this.patience)
      this.#scheduler.later((isRefused ? 2 : after.inSeconds) * 1000, () => this.#ask(client));
  }
}

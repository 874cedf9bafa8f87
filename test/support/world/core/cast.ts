import { mayRetryRequest } from "./clients.ts";
import type { Scheduler } from "./scheduler.ts";

/** One thing that somebody does; it answers whether that is done, or has to be begun anew. */
export type CastAction = () => Promise<boolean>;

/** Somebody who does one thing after another, each until it has an answer. */
export interface Actor {
  readonly name: string;
  readonly acts: readonly CastAction[];
  at: number;
  tries: number;
}

/** Those who act in a world, and how often they try. */
export class Cast {
  readonly actors: Actor[] = [];
  patience = 12;
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Somebody begins to act. */
  enter(name: string, acts: readonly CastAction[], delayMs = 0): void {
    const actor = { name, acts, at: 0, tries: 0 };
    this.actors.push(actor);
    this.#scheduler.later(delayMs, () => this.#go(actor));
  }

  /** Everybody who has given up goes on; who has not begun yet will. */
  goOn(): void {
    for (const actor of this.actors) {
      if (actor.at >= actor.acts.length || actor.tries === 0) continue;
      actor.tries = 0;
      this.#go(actor);
    }
  }

  /** Who has not come to their end, and where they are. */
  waiting(): string[] {
    return this.actors.flatMap(({ name, at, acts }) => (at < acts.length ? [`${name} waits at ${at}`] : []));
  }

  #go(actor: Actor): void {
    const { name, acts, at } = actor;
    const act = acts[at];
    if (!act) return;
    actor.tries += 1;
    this.#scheduler.spawn(`${name} ${at}`, act, (ending) => {
      // Somebody else of the same name has been faster.
      if (actor.at !== at) return;
      const after = ending.kind === "done" ? undefined : mayRetryRequest(ending);
      const isOver = ending.kind === "done" ? ending.value : after !== undefined && "refused" in after;
      if (isOver) {
        actor.at += 1;
        actor.tries = 0;
        this.#scheduler.later(20, () => this.#go(actor));
      } else if (actor.tries < this.patience) this.#scheduler.later(2_000, () => this.#go(actor));
    });
  }
}

import type { Store } from "../../../functions/app/core/ports.ts";

/** Where a process stands: before its next call to the store, or at its end. */
type Stop = "waits" | "ended";

/** A process that makes one call to its store each time it is let on. */
class GatedProcess {
  stop: Stop = "waits";
  readonly store: Store;
  #go: () => void = () => undefined;
  #stopped: (stop: Stop) => void = () => undefined;

  constructor(store: Store) {
    const gate = <A extends unknown[], T>(call: (...input: A) => Promise<T>) => {
      return async (...input: A): Promise<T> => {
        await new Promise<void>((resolve) => {
          this.#go = resolve;
          this.#stopped("waits");
        });
        return call(...input);
      };
    };
    this.store = {
      read: gate((keys) => store.read(keys)),
      page: gate((query) => store.page(query)),
      write: gate((writes, nonce) => store.write(writes, nonce)),
    };
  }

  /** Begins, and comes to its first call. */
  begin(body: (store: Store) => Promise<unknown>): Promise<void> {
    return this.#until(() => {
      const end = () => this.#stopped("ended");
      body(this.store).then(end, end);
    });
  }

  /** Makes the call that it waits for, and comes to the next, or to its end. */
  next(): Promise<void> {
    return this.#until(this.#go);
  }

  async #until(begin: () => void): Promise<void> {
    const stopped = new Promise<Stop>((resolve) => {
      this.#stopped = resolve;
    });
    begin();
    this.stop = await stopped;
  }
}

/** What runs at once, and what is looked at once all of it has ended. */
interface Round {
  readonly bodies: readonly ((store: Store) => Promise<unknown>)[];
  readonly store: Store;
  readonly check: (order: string) => Promise<void> | void;
}

/** Plays processes in every order that their calls to the store can have, each order from a beginning of its own; how many orders there were. */
export async function playInterleavings(begin: () => Promise<Round>): Promise<number> {
  let orders = 0;
  let prefix: number[] | undefined = [];
  while (prefix !== undefined) {
    const { taken, open } = await playOnce(await begin(), prefix);
    orders += 1;
    const last = taken.findLastIndex((choice, at) => choice + 1 < (open[at] ?? 0));
    prefix = last < 0 ? undefined : [...taken.slice(0, last), (taken[last] ?? 0) + 1];
  }
  return orders;
}

/** Plays one order: the choices of the prefix, then always the first that can go on; `open` is how many could at each choice. */
async function playOnce({ bodies, store, check }: Round, prefix: readonly number[]) {
  const processes = bodies.map(() => new GatedProcess(store));
  for (const [at, process] of processes.entries()) await process.begin(bodies[at] ?? (async () => undefined));
  const taken: number[] = [];
  const open: number[] = [];
  const order: number[] = [];
  for (;;) {
    const ready = processes.filter(({ stop }) => stop === "waits");
    const choice = prefix[taken.length] ?? 0;
    const process = ready[choice];
    if (!process) break;
    taken.push(choice);
    open.push(ready.length);
    order.push(processes.indexOf(process));
    await process.next();
  }
  await check(order.join(""));
  return { taken, open };
}

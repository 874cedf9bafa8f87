import { writeSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const nameBytes = 1_000;

interface Watched {
  /** How many requests have begun. */
  readonly begun: Int32Array;
  readonly name: Uint8Array;
  readonly patienceMs: number;
}

/** Ends the process, with the request's name, where one request takes so long that nobody would wait: whoever backtracks for hours hears no timer of its own thread. */
export class Watchdog {
  readonly #watched: Watched;
  readonly #worker: Worker;

  constructor(patienceMs: number) {
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const name = new Uint8Array(new SharedArrayBuffer(nameBytes));
    this.#watched = { begun, name, patienceMs };
    this.#worker = new Worker(import.meta.filename, { workerData: this.#watched });
    this.#worker.unref();
  }

  begin(request: string): void {
    this.#watched.name.fill(0);
    this.#watched.name.set(Buffer.from(request).subarray(0, nameBytes));
    Atomics.add(this.#watched.begun, 0, 1);
  }

  stop(): void {
    void this.#worker.terminate();
  }
}

function watch({ begun, name, patienceMs }: Watched): void {
  let seen = -1;
  setInterval(() => {
    const now = Atomics.load(begun, 0);
    if (now === seen) {
      const request = Buffer.from(name).toString().replaceAll("\0", "");
      writeSync(2, `\n${request}: no end after ${patienceMs / 1000} s\n`);
      process.kill(process.pid, "SIGKILL");
    }
    seen = now;
  }, patienceMs);
}

if (!isMainThread) watch(workerData as Watched);

import type { lookup } from "node:dns";
import type { Dispatcher } from "undici";
import Agent from "undici/lib/dispatcher/agent.js";
import type { Courier, CourierAnswer } from "../../app/webhooks/ports.ts";
import { guardedLookup, literalProblem } from "./url-guard.ts";

const excerptBytes = 1024;
const rememberedUrls = 1000;

/** How long a connection is kept for the next post: less than servers usually keep theirs, so that neither hangs up on the other. */
const keptMs = 4000;

/** What a URL comes to: why it is not called, or where. */
type Target = { readonly problem: string } | Pick<Dispatcher.DispatchOptions, "origin" | "path">;

type Answer = Pick<CourierAnswer, "status" | "excerpt">;

/** Posts over HTTP/1.1: no redirects, one deadline over everything, the answer's body capped, at most one request a post. */
export class HttpCourier implements Courier {
  readonly #local: boolean;
  readonly #totalMs: number;
  readonly #options: Agent.Options;
  readonly #targets = new Map<string, Target>();
  #agent: Agent;
  #lastMs = performance.now();

  /** `totalSeconds` is over everything: name, connection, request and answer. */
  constructor(local: boolean, { totalSeconds = 15, resolve }: { totalSeconds?: number; resolve?: typeof lookup } = {}) {
    this.#local = local;
    this.#totalMs = totalSeconds * 1000;
    this.#options = {
      connections: 64,
      allowH2: false,
      keepAliveTimeout: keptMs,
      keepAliveMaxTimeout: keptMs,
      connect: { lookup: guardedLookup(local, resolve), timeout: this.#totalMs },
      // The deadline is over these too.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#agent = new Agent(this.#options);
  }

  async post(request: Parameters<Courier["post"]>[0]): Promise<CourierAnswer> {
    const startedMs = performance.now();
    const target = this.#target(request.url);
    const answer =
      "problem" in target
        ? { status: null, excerpt: target.problem }
        : await new Promise<Answer>((resolve) => {
            const { headers, body } = request;
            this.#agentAt(startedMs).dispatch(
              { ...target, method: "POST", headers, body },
              new Exchange(this.#totalMs, resolve),
            );
          });
    return { ...answer, durationMs: Math.round(performance.now() - startedMs) };
  }

  /** Closes the connections that are kept for the next post. */
  close(): void {
    void this.#agent.destroy();
  }

  /** A Lambda that was frozen saw no hang-up: connections from before a silence are not trusted. */
  #agentAt(nowMs: number): Agent {
    if (nowMs - this.#lastMs > keptMs) {
      void this.#agent.close();
      this.#agent = new Agent(this.#options);
    }
    this.#lastMs = nowMs;
    return this.#agent;
  }

  #target(url: string): Target {
    const known = this.#targets.get(url);
    if (known) return known;
    const problem = literalProblem(url, this.#local);
    const target = problem === undefined ? targetOf(new URL(url)) : { problem };
    if (this.#targets.size >= rememberedUrls) this.#targets.clear();
    this.#targets.set(url, target);
    return target;
  }
}

function targetOf({ origin, pathname, search }: URL): Target {
  return { origin, path: `${pathname}${search}` };
}

/** One request and the beginning of its answer; headers are the answer, whatever becomes of the body. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #deadline: NodeJS.Timeout;
  #request: Dispatcher.DispatchController | undefined;
  #status: number | null = null;
  #chunks: Buffer[] = [];
  #size = 0;
  #over = false;

  constructor(totalMs: number, resolve: (answer: Answer) => void) {
    this.#resolve = resolve;
    this.#deadline = setTimeout(() => this.#hangUp("no answer in time"), totalMs);
  }

  onRequestStart(request: Dispatcher.DispatchController): void {
    this.#request = request;
    if (this.#over) request.abort(new Error("no connection in time"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#status = status;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#size >= excerptBytes) this.#hangUp("enough");
  }

  onResponseEnd(): void {
    this.#end("");
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(error.message);
  }

  #hangUp(why: string): void {
    this.#end(why);
    this.#request?.abort(new Error(why));
  }

  #end(why: string): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    const text = this.#status === null ? why : Buffer.concat(this.#chunks).toString("utf8", 0, excerptBytes);
    this.#resolve({ status: this.#status, excerpt: text.slice(0, excerptBytes) });
  }
}

import type { lookup } from "node:dns";
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import type { Courier, CourierAnswer } from "../app/ports.ts";
import { guardedLookup, literalProblem } from "./url-guard.ts";

const excerptBytes = 1024;
const rememberedUrls = 1000;

/** What a URL comes to: why it is not called, or how it is. */
type Target = { readonly problem: string } | Open;

interface Open {
  readonly host: string;
  readonly options: Pick<RequestOptions, "protocol" | "hostname" | "port" | "path">;
}

type Asked = Parameters<Courier["post"]>[0];
type Answer = Pick<CourierAnswer, "excerpt"> & { readonly status: number };

/** Posts over plain Node HTTP: no redirects, one deadline over everything, the answer's body capped. */
export class HttpCourier implements Courier {
  readonly #local: boolean;
  readonly #totalMs: number;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;
  readonly #targets = new Map<string, Target>();

  /** `totalSeconds` is over everything: name, connection, request and answer. */
  constructor(
    local: boolean,
    { totalSeconds = 15, resolve }: { totalSeconds?: number; resolve?: typeof lookup } = {},
  ) {
    this.#local = local;
    this.#totalMs = totalSeconds * 1000;
    const options = { keepAlive: true, maxSockets: 64, lookup: guardedLookup(local, resolve) };
    this.#http = new HttpAgent(options);
    this.#https = new HttpsAgent(options);
  }

  async post(asked: Asked): Promise<CourierAnswer> {
    const startedMs = performance.now();
    const told = (status: number | null, excerpt: string): CourierAnswer => ({
      status,
      durationMs: Math.round(performance.now() - startedMs),
      excerpt,
    });
    const target = this.#target(asked.url);
    if ("problem" in target) return told(null, target.problem);
    try {
      const { status, excerpt } = await this.#send(target, asked, startedMs + this.#totalMs);
      return told(status, excerpt);
    } catch (error) {
      return told(null, error instanceof Error ? error.message.slice(0, excerptBytes) : "failed");
    }
  }

  /** Closes the connections that are kept for the next post. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #target(url: string): Target {
    const known = this.#targets.get(url);
    if (known) return known;
    const problem = literalProblem(url, this.#local);
    const target = problem === undefined ? openTarget(new URL(url)) : { problem };
    if (this.#targets.size >= rememberedUrls) this.#targets.clear();
    this.#targets.set(url, target);
    return target;
  }

  #send(target: Open, asked: Asked, deadlineMs: number): Promise<Answer> {
    const bytes = Buffer.byteLength(asked.body);
    const secure = target.options.protocol === "https:";
    const options = {
      ...target.options,
      method: "POST",
      agent: secure ? this.#https : this.#http,
      headers: headersOf(target, asked, bytes),
    };
    return new Promise((resolve, reject) => {
      let answered = false;
      const request = (secure ? httpsRequest : httpRequest)(options, (response) => {
        answered = true;
        readExcerpt(response, (excerpt) => resolve({ status: response.statusCode ?? 0, excerpt }));
      });
      const deadline = setTimeout(
        () => request.destroy(new Error("no answer in time")),
        Math.max(0, deadlineMs - performance.now()),
      );
      request.on("error", (error: NodeJS.ErrnoException) => {
        if (answered) return;
        // A kept connection that the receiver closed meanwhile says nothing about the receiver: once more on another.
        if (request.reusedSocket && error.code === "ECONNRESET")
          resolve(this.#send(target, asked, deadlineMs));
        else reject(error);
      });
      request.on("close", () => {
        clearTimeout(deadline);
        if (!answered) reject(new Error("the connection closed without an answer"));
      });
      // Plain ASCII, as most bodies are, is the same bytes either way and quicker to write.
      request.end(asked.body, bytes === asked.body.length ? "latin1" : "utf8");
    });
  }
}

function openTarget(url: URL): Open {
  const { protocol, hostname, port, path } = urlToHttpOptions(url);
  return { host: url.host, options: { protocol, hostname, port, path } };
}

/** Headers as a flat list, which Node writes as they stand, without a copy of its own. */
function headersOf({ host }: Open, asked: Asked, bytes: number): string[] {
  const flat = ["host", host];
  for (const name in asked.headers) flat.push(name, asked.headers[name] ?? "");
  flat.push("content-length", String(bytes));
  return flat;
}

/** Reads the beginning of an answer and hangs up on the rest; its headers are the answer, whatever becomes of its body. */
function readExcerpt(response: IncomingMessage, done: (excerpt: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => done(Buffer.concat(chunks).subarray(0, excerptBytes).toString("utf8"));
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size < excerptBytes) return;
    finish();
    response.destroy();
  });
  response.on("end", finish);
  response.on("error", finish);
  response.on("close", finish);
}

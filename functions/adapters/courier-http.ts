import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Courier, CourierAnswer } from "../app/ports.ts";
import { guardedLookup, literalProblem } from "./url-guard.ts";

/** Seconds over everything: name, connection, request and answer. */
const totalSeconds = 15;
const excerptBytes = 1024;

/** Posts over plain Node HTTP: no redirects, one deadline over everything, the answer's body capped. */
export class HttpCourier implements Courier {
  readonly #local: boolean;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(local: boolean) {
    this.#local = local;
    const options = { keepAlive: true, maxSockets: 64, lookup: guardedLookup(local) };
    this.#http = new HttpAgent(options);
    this.#https = new HttpsAgent(options);
  }

  async post(asked: Parameters<Courier["post"]>[0]): Promise<CourierAnswer> {
    const startedMs = performance.now();
    const told = (status: number | null, excerpt: string): CourierAnswer => ({
      status,
      durationMs: Math.round(performance.now() - startedMs),
      excerpt,
    });
    const problem = literalProblem(asked.url, this.#local);
    if (problem !== undefined) return told(null, problem);
    try {
      const { status, excerpt } = await this.#send(asked);
      return told(status, excerpt);
    } catch (error) {
      return told(null, error instanceof Error ? error.message.slice(0, excerptBytes) : "failed");
    }
  }

  #send(asked: Parameters<Courier["post"]>[0]): Promise<{ status: number; excerpt: string }> {
    const url = new URL(asked.url);
    const secure = url.protocol === "https:";
    const body = Buffer.from(asked.body, "utf8");
    return new Promise((resolve, reject) => {
      const options = {
        method: "POST",
        agent: secure ? this.#https : this.#http,
        headers: { ...asked.headers, "content-length": String(body.byteLength) },
        signal: AbortSignal.timeout(totalSeconds * 1000),
      };
      const request = (secure ? httpsRequest : httpRequest)(url, options, (response) =>
        readExcerpt(response, (excerpt) => resolve({ status: response.statusCode ?? 0, excerpt })),
      );
      request.on("error", reject);
      request.end(body);
    });
  }
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
}

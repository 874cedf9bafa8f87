import { type LookupAddress, lookup } from "node:dns";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { Courier, CourierAnswer } from "../app/ports.ts";
import { webhookUrlProblem } from "../domain/webhook-url.ts";

/** Seconds over everything: name, connection, request and answer. */
const totalSeconds = 15;
const excerptBytes = 1024;

/** Whether an address may be called: public unicast only, and loopback where the stage is local. */
export function addressAllowed(address: string, local: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === "unicast" || (local && range === "loopback");
}

/** A DNS lookup that hands on only allowed addresses, so that the check and the connection see the same answer. */
function guardedLookup(local: boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, "", 0);
      const bad = found.find(({ address }) => !addressAllowed(address, local));
      const [first] = found;
      if (bad || !first) return done(new Error(`${host} is not a public address`), "", 0);
      if (options.all) return done(null, found);
      return done(null, first.address, first.family);
    });
  };
}

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
    const problem = webhookUrlProblem(asked.url, { local: this.#local }) ?? this.#literalProblem(asked.url);
    if (problem !== undefined) return told(null, problem);
    try {
      const { status, excerpt } = await this.#send(asked);
      return told(status, excerpt);
    } catch (error) {
      return told(null, error instanceof Error ? error.message.slice(0, excerptBytes) : "failed");
    }
  }

  #literalProblem(text: string): string | undefined {
    const host = new URL(text).hostname.replace(/^\[|\]$/g, "");
    return isIP(host) !== 0 && !addressAllowed(host, this.#local) ? "not a public address" : undefined;
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
      const request = (secure ? httpsRequest : httpRequest)(url, options, (response) => {
        const status = response.statusCode ?? 0;
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = () =>
          resolve({ status, excerpt: Buffer.concat(chunks).subarray(0, excerptBytes).toString("utf8") });
        response.on("data", (chunk: Buffer) => {
          if (size < excerptBytes) chunks.push(chunk);
          size += chunk.byteLength;
          if (size < excerptBytes) return;
          finish();
          response.destroy();
        });
        response.on("end", finish);
        // 2xx headers are the answer, whatever becomes of the body.
        response.on("error", finish);
      });
      request.on("error", reject);
      request.end(body);
    });
  }
}

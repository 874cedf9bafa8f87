import { randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes an answer on purpose; what it leaves alone it gives back. */
export type Spoiler = (input: { method: string; path: string }, answer: ProxyAnswer) => ProxyAnswer;

/** An answer on its way back. */
export interface ProxyAnswer {
  readonly status: number;
  readonly body: Buffer;
}

const withheld = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

/** Hosts that a webhook may be sent to: this machine, and names that belong to nobody (RFC 2606). */
const harmless = /^(localhost|127(\.\d+){3}|\[::1\])$|\.(example|invalid|localhost|test)\.?$/i;

/**
 * Stands between the generated requests and the service. Each request comes from another loopback address, so
 * that what is limited by address is not all 429, and no address of somebody's on the Internet gets through.
 */
export class TestApi {
  readonly statuses = new Map<number, number>();
  readonly #target: URL;
  readonly #spoil: Spoiler;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  constructor(target: string, spoil: Spoiler = (_, answer) => answer) {
    this.#target = new URL(target);
    this.#spoil = spoil;
  }

  /** Opens at a free port of loopback; gives the address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = request;
    try {
      const body = withoutStrangers(Buffer.concat(await request.toArray()));
      const upstream = await this.#ask(request, body);
      const reply = { status: upstream.statusCode ?? 502, body: Buffer.concat(await upstream.toArray()) };
      const answer = this.#spoil({ method, path }, reply);
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      const headers = kept(upstream.rawHeaders);
      response.writeHead(answer.status, [...headers, "content-length", String(answer.body.byteLength)]);
      response.end(method === "HEAD" ? undefined : answer.body);
    } catch {
      // As the service closed it.
      response.destroy();
    }
  }

  #ask(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname, port, host } = this.#target;
    const { method = "GET", url: path = "/" } = request;
    const headers = [...kept(request.rawHeaders), "host", host];
    if (body.byteLength > 0 || "content-length" in request.headers)
      headers.push("content-length", String(body.byteLength));
    return new Promise((resolve, reject) => {
      const input = { hostname, port, method, path, headers, agent: false, ...source() };
      sendRequest(input, resolve).on("error", reject).end(body);
    });
  }
}

/** Only Linux has all of 127.0.0.0/8 without asking. */
function source(): { localAddress?: string } {
  if (process.platform !== "linux") return {};
  return { localAddress: `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}` };
}

function kept(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !withheld.has((rawHeaders[at - (at % 2)] ?? "").toLowerCase()));
}

/** A body whose `url` names a host of somebody's names nobody's instead; all others as they came, byte for byte. */
function withoutStrangers(body: Buffer): Buffer {
  const read = jsonObject(body);
  const url = typeof read?.url === "string" ? URL.parse(read.url) : null;
  if (!url?.hostname || harmless.test(url.hostname)) return body;
  url.host = "somebody.invalid";
  return Buffer.from(JSON.stringify({ ...read, url: url.href }));
}

function jsonObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

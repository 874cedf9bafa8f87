import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Faults } from "./faults.ts";

/** A call as a simulator's handler sees it. */
export interface SimCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  /** Undefined where the body is no JSON. */
  readonly body: unknown;
}

export interface SimReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function callOf(request: IncomingMessage): Promise<SimCall> {
  const raw = Buffer.concat(await request.toArray()).toString("utf8");
  const url = new URL(request.url ?? "/", "http://sim");
  const call = { path: url.pathname, query: url.searchParams, headers: request.headers, raw };
  return { ...call, method: request.method ?? "GET", body: parsed(raw) };
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** What a call comes to, faults included: an answer, none, or a broken line. */
export function answer(
  call: SimCall,
  faults: Faults,
  operationOf: (call: SimCall) => string,
  handle: (call: SimCall) => SimReply,
): SimReply | "hang" | "reset" {
  const fault = faults.take(operationOf(call));
  switch (fault?.kind) {
    case "429":
      return { status: 429, headers: { "retry-after": fault.retryAfter }, body: { code: "rate_limited" } };
    case "401":
      return { status: 401, body: { code: "not_allowed" } };
    case "500_before":
      return { status: 500, body: { code: "server_error" } };
    case "500_after":
      handle(call);
      return { status: 500, body: { code: "server_error" } };
    case "reset_before":
      return "reset";
    case "reset_after":
      handle(call);
      return "reset";
    case "hang_before":
      return "hang";
    case "hang_after":
      handle(call);
      return "hang";
    case "garbage":
      handle(call);
      return { status: 200, body: { id: 7 } };
    default:
      return handle(call);
  }
}

/** A simulator's HTTP server on loopback. */
export class SimServer {
  readonly #server: Server;

  constructor(input: {
    faults: Faults;
    /** The operation that faults are named by, without ids. */
    operationOf: (call: SimCall) => string;
    handle: (call: SimCall) => SimReply;
    control: (call: SimCall) => SimReply | Promise<SimReply>;
  }) {
    this.#server = createServer(async (request, response) => {
      const call = await callOf(request);
      const steers = call.path.startsWith("/control/");
      const reply = steers
        ? await input.control(call)
        : await answer(call, input.faults, input.operationOf, input.handle);
      if (reply === "hang") return;
      if (reply === "reset") {
        request.socket.destroy();
        return;
      }
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
    });
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

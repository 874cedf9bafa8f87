import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
  request as sendRequest,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { prefersProblem } from "../../functions/http/accept.ts";
import { problemReplyOf, type Reply } from "../../functions/http/problem.ts";
import { Trouble } from "./trouble.ts";

/** One request as it was answered. */
export interface LocalServer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

// Between two neighbours only, or replaced by us: the caller's address is the connection's, never a header's.
const notPassedOn = new Set([
  "connection",
  "expect",
  "forwarded",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
]);

/** What a host says when nothing behind it can. */
interface Absence {
  readonly status: number;
  readonly code: string;
  readonly error: string;
}

const starting: Absence = { status: 503, code: "starting", error: "The sandbox is starting." };

/** A local host that hands every request on to the API at the gateway, byte for byte. */
export class Forwarder {
  readonly #server: Server;
  // An emulator starts a process for each request that finds no idle one: what comes at once waits here for its turn.
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 32 });
  readonly #onServed: (served: LocalServer) => void;
  #target: string | null = null;
  readonly #own = new Map<string, (query: URLSearchParams) => Promise<unknown>>();

  constructor(onServed: (served: LocalServer) => void = () => undefined) {
    this.#onServed = onServed;
    this.#server = createServer((request, response) => this.#take(request, response));
    this.#server.requestTimeout = 60_000;
    this.#server.on("clientError", (error: UnreadRequest, socket: Socket) => refuse(error, socket));
    this.#server.on("connect", (request, socket) => {
      endWith(socket, noProxy, request.headers.accept);
    });
  }

  /** Takes the port at once, so that nobody else can while the rest starts. */
  async listen(port: number, flag: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (error: NodeJS.ErrnoException) => {
        const why = error.code === "EADDRINUSE" ? "is taken" : `cannot be used (${error.code})`;
        reject(new Trouble(`Port ${port} ${why}: choose another with ${flag}.`));
      });
      this.#server.listen(port, "127.0.0.1", resolve);
    });
  }

  /** From now on requests go to this address. */
  forwardTo(target: string): void {
    this.#target = target;
  }

  /** What this host answers by itself at a path that no API behind it has: JSON, to a GET. */
  answerAt(path: string, tell: (query: URLSearchParams) => Promise<unknown>): void {
    this.#own.set(path, tell);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    const path = pathOf(request.url ?? "/");
    response.on("finish", () => {
      this.#onServed({
        method: request.method ?? "GET",
        path: (path ?? "/").split("?", 1)[0] ?? "/",
        status: response.statusCode,
        durationMs: Math.round(performance.now() - startedAt),
      });
    });
    if (path === null) answer(response, noPath);
    else if (request.method === "GET" && this.#own.has(path.split("?", 1)[0] ?? "")) this.#tell(response, path);
    else if (this.#target === null) answer(response, starting);
    else if (Number(request.headers["content-length"] ?? 0) > mostBodyBytes) tooLarge(request, response);
    else this.#passOn(request, response, new URL(this.#target), path);
  }

  #tell(response: ServerResponse, path: string): void {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    this.#own
      .get(pathname)?.(searchParams)
      .then((told) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(told)))
      .catch(() => answer(response, unreachable));
  }

  #passOn(request: IncomingMessage, response: ServerResponse, target: URL, path: string): void {
    const upstream = sendRequest({
      agent: this.#agent,
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: `${target.pathname}${path}`,
      headers: headersFor(request, target.host),
    });
    upstream.on("response", (reply) => {
      // The emulated gateway says 0 of every answer without a body; a HEAD's length is the GET's, or is not said (RFC 9110, 8.6).
      const untrue = request.method === "HEAD" ? ["content-length"] : [];
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, withoutHops(reply.rawHeaders, untrue));
      reply.pipe(response);
      reply.on("error", () => response.destroy());
    });
    upstream.on("error", () => {
      if (response.headersSent || response.destroyed) response.destroy();
      else answer(response, unreachable);
    });
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
    // A body in pieces says its length by its end only.
    let bytes = 0;
    request.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= mostBodyBytes || response.headersSent) return;
      request.unpipe(upstream);
      tooLarge(request, response);
    });
  }
}

function headersFor(request: IncomingMessage, host: string): string[] {
  const passed = withoutHops(request.rawHeaders);
  const caller = (request.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, "");
  return [
    ...passed,
    ...["host", host, "x-forwarded-for", caller, "x-forwarded-proto", "http"],
    // A gateway takes no Accept for "give me text" and would hand a PDF over as base64.
    ...(request.headers.accept === undefined ? ["accept", "*/*"] : []),
    ...(request.headers["transfer-encoding"] === undefined ? [] : ["transfer-encoding", "chunked"]),
  ];
}

function withoutHops(rawHeaders: readonly string[], others: readonly string[] = []): string[] {
  return rawHeaders.filter((_, at) => {
    const name = (rawHeaders[at - (at % 2)] ?? "").toLowerCase();
    return !notPassedOn.has(name) && !others.includes(name);
  });
}

/** The path and query of a request target; absolute targets are understood, others are none. */
function pathOf(target: string): string | null {
  if (target.startsWith("/")) return target;
  const url = URL.parse(target);
  return url?.protocol === "http:" ? `${url.pathname}${url.search}` : null;
}

/** What AWS lets in: a function's event is 6 MB, and its gateway puts a body there as base64. */
const mostBodyBytes = (6 * 1024 * 1024 * 3) / 4;

/** Answers at once and reads the rest, since a client that still sends may not look at a connection that ends. */
function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  answer(response, { status: 413, code: "body_too_large", error: "The body is too large." });
  request.resume();
}

const noPath: Absence = { status: 400, code: "invalid_request", error: "The request target is not a path." };
const unreachable: Absence = { status: 502, code: "internal_error", error: "The API could not be reached." };

function answer(response: ServerResponse, absence: Absence): void {
  const { accept } = response.req.headers;
  const { body, headers } = replyOf(absence, accept, response.socket);
  response.writeHead(absence.status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
}

// What Node itself could not read as HTTP.
function refuse(error: UnreadRequest, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  endWith(socket, unread[error.code ?? ""] ?? notHttp, acceptOf(error.rawPacket));
}

interface UnreadRequest extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

const notHttp: Absence = { status: 400, code: "invalid_request", error: "The request is not HTTP." };
const noProxy: Absence = { status: 405, code: "method_not_allowed", error: "This host is no proxy." };

const unread: Readonly<Record<string, Absence>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "headers_too_large", error: "The headers are too large." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "request_timeout", error: "The request did not arrive in time." },
};

/** What a request that could not be read says of the answer, as far as it came. */
function acceptOf(packet: Buffer | undefined): string | undefined {
  return /^accept:(.*)$/im.exec(packet?.toString("latin1") ?? "")?.[1]?.trim();
}

function endWith(socket: Socket | Duplex, absence: Absence, accept: string | undefined): void {
  const { status, body, headers } = replyOf(absence, accept, socket);
  const all = { ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}

/** What this host itself refuses, in the form of every other refusal. */
function replyOf({ status, code, error }: Absence, accept: string | undefined, socket: object | null): Reply {
  const requestId = crypto.randomUUID();
  const port = socket !== null && "localPort" in socket ? socket.localPort : undefined;
  const style = {
    docsUrl: port === undefined ? "/docs" : `http://localhost:${port}/docs`,
    asProblem: prefersProblem(accept),
  };
  return problemReplyOf(status, { error, code, unmet: [], requestId }, {}, style, { "x-request-id": requestId });
}

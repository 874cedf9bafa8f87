import type { LookupAddress, lookup } from "node:dns";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { HttpCourier } from "../../../functions/adapters/http/courier-http.ts";

const open = new Set<Server>();
const sockets = new Set<Socket>();

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open) server.close();
});

/** A server on loopback that does as it likes with each connection once the request's head is there. */
async function receiver(
  answer: (socket: Socket, head: string) => void,
): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (data) => answer(socket, data.toString("latin1")));
  });
  return { url: `http://127.0.0.1:${await listen(server)}/hook`, connections: () => connections };
}

async function listen(server: Server): Promise<number> {
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const body = JSON.stringify({ event: "invoice.sent", data: { note: "für 5 € 🙂" } });
const headers = { "content-type": "application/json", "x-service-signature": "t=1,v1=00" };
const head = "HTTP/1.1 200 OK\r\nConnection: close\r\n";

function post(url: string, courier = new HttpCourier(true)) {
  return courier.post({ url, headers, body });
}

describe("a webhook on its way", () => {
  test("is the bytes and headers it was given", async () => {
    const seen: { raw: Buffer; signature: unknown; length: unknown; method: unknown }[] = [];
    const server = createHttpServer(async (request, response) => {
      const raw = Buffer.concat(await request.toArray());
      const { "x-service-signature": signature, "content-length": length } = request.headers;
      seen.push({ raw, signature, length, method: request.method });
      response.writeHead(204).end();
    });
    const port = await listen(server);
    expect(await post(`http://127.0.0.1:${port}/hook`)).toMatchObject({ status: 204, excerpt: "" });
    const raw = Buffer.from(body);
    expect(seen).toEqual([{ raw, signature: "t=1,v1=00", length: String(raw.byteLength), method: "POST" }]);
    server.closeAllConnections();
  });

  test.each([301, 302, 303, 307, 308])("does not follow a redirect (%i), wherever it leads", async (status) => {
    const inside = await receiver((socket) => socket.end(`${head}\r\n`));
    const answer = `HTTP/1.1 ${status} Moved\r\nLocation: ${inside.url}\r\nContent-Length: 0\r\n\r\n`;
    const { url } = await receiver((socket) => socket.end(answer));
    expect(await post(url)).toMatchObject({ status });
    expect(inside.connections()).toBe(0);
  });

  test("has its answer when the headers are there, and at most 1 KB of an endless body", async () => {
    let ended: () => void = () => undefined;
    const hungUp = new Promise<void>((resolve) => (ended = resolve));
    const { url } = await receiver((socket) => {
      socket.on("close", ended);
      socket.write(`${head}\r\n`);
      const pour = () => {
        while (!socket.destroyed && socket.write("x".repeat(65_536)));
      };
      socket.on("drain", pour);
      pour();
    });
    expect(await post(url)).toMatchObject({ status: 200, excerpt: "x".repeat(1024) });
    await hungUp;
  });

  test.each([
    ["a body that drips without end", (socket: Socket) => drip(socket, `${head}\r\n`), 200],
    ["headers that drip without end", (socket: Socket) => drip(socket, `${head}X-Drip: `), null],
    ["no answer at all", () => undefined, null],
    ["interim answers without end", (socket: Socket) => drip(socket, "", "HTTP/1.1 102 Processing\r\n\r\n"), null],
  ] as const)("is cut off at the deadline after %s", async (_, answer, status) => {
    const { url } = await receiver((socket) => answer(socket));
    const reply = await post(url, new HttpCourier(true, { totalSeconds: 0.2 }));
    expect(reply.status).toBe(status);
    if (status === null) expect(reply.excerpt).toBe("no answer in time");
  });

  test.each([
    ["a reset", (socket: Socket) => socket.resetAndDestroy(), null],
    ["a hang-up", (socket: Socket) => socket.end(), null],
    ["no HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"), null],
    ["bytes at random", (socket: Socket) => socket.end(Buffer.alloc(4096, 0xff)), null],
    ["an endless header", (socket: Socket) => socket.end(`${head}X: ${"y".repeat(1 << 20)}\r\n\r\n`), null],
    ["a status beyond words", (socket: Socket) => socket.end("HTTP/1.1 99999 No\r\n\r\n"), null],
    [
      "a switch of protocols",
      (socket: Socket) => socket.end("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
      null,
    ],
    [
      "a reset in its answer's body",
      (socket: Socket) => socket.write(`${head}\r\nab`, () => socket.resetAndDestroy()),
      200,
    ],
    ["a body shorter than said", (socket: Socket) => socket.end(`${head}Content-Length: 9\r\n\r\nab`), 200],
    ["chunks that are none", (socket: Socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), 200],
  ] as const)("survives %s", async (_, answer, status) => {
    const { url } = await receiver((socket) => void answer(socket));
    expect(await post(url)).toMatchObject({ status, excerpt: expect.any(String), durationMs: expect.any(Number) });
  });

  test("is one request and no more, on kept connections and on those that the receiver resets", async () => {
    let requests = 0;
    const answers = new WeakMap<Socket, number>();
    const { url, connections } = await receiver((socket) => {
      requests += 1;
      const nth = (answers.get(socket) ?? 0) + 1;
      answers.set(socket, nth);
      if (nth === 4) socket.resetAndDestroy();
      else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    const courier = new HttpCourier(true);
    const statuses = [];
    for (let posts = 0; posts < 20; posts++) statuses.push((await post(url, courier)).status);
    expect(requests).toBe(20);
    expect(connections()).toBeLessThan(10);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(15);
  });

  test("takes another connection when the receiver has closed the kept one", async () => {
    let closed: () => void = () => undefined;
    const { url, connections } = await receiver((socket) => {
      socket.on("close", () => closed());
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    const courier = new HttpCourier(true);
    for (let posts = 1; posts <= 3; posts++) {
      const gone = new Promise<void>((resolve) => (closed = resolve));
      expect(await post(url, courier)).toMatchObject({ status: 200 });
      await gone;
      expect(connections()).toBe(posts);
    }
  });

  test("is never sent after its deadline, when a connection comes too late", async () => {
    let requests = 0;
    const { url } = await receiver(() => (requests += 1));
    const { port } = new URL(url);
    let answerLookup: () => void = () => undefined;
    const resolve = ((_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
      (answerLookup = () => done(null, [{ address: "127.0.0.1", family: 4 }]))) as unknown as typeof lookup;
    const courier = new HttpCourier(true, { totalSeconds: 0.1, resolve });
    const late = `http://hooks.example.com:${port}/`;
    expect(await post(late, courier)).toMatchObject({ status: null, excerpt: "no answer in time" });
    answerLookup();
    expect(await post(url, courier)).toMatchObject({ status: null });
    expect(requests).toBe(1);
  });

  test("tells a receiver that nobody is", async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      excerpt: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

/** Writes a little for ever. */
function drip(socket: Socket, first: string, drop = "."): void {
  if (first !== "") socket.write(first);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on("close", () => clearInterval(timer));
}

/** A resolver that gives each name's answers one after the other. */
function resolver(...answers: readonly string[]): typeof lookup {
  let at = 0;
  const resolve = (_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, [{ address: answers[Math.min(at++, answers.length - 1)] ?? "", family: 4 }]);
  return resolve as typeof lookup;
}

describe("outside the local sandbox", () => {
  test.each([
    "http://127.0.0.1:PORT/",
    "https://127.0.0.1:PORT/",
    "https://[::1]:PORT/",
    "https://localhost:PORT/",
    "https://2130706433:PORT/",
  ])("nothing reaches %s", async (pattern) => {
    const { url, connections } = await receiver((socket) => socket.end(`${head}\r\n`));
    const reply = await post(pattern.replace("PORT", new URL(url).port), new HttpCourier(false));
    expect(reply).toMatchObject({ status: null, excerpt: expect.stringMatching(/not a public address|https only/) });
    expect(connections()).toBe(0);
  });

  test("a name whose answer turned private after the check is not connected to", async () => {
    const { url, connections } = await receiver((socket) => socket.end(`${head}\r\n`));
    const { port } = new URL(url);
    for (const address of ["127.0.0.1", "169.254.169.254", "10.0.0.1"]) {
      const courier = new HttpCourier(false, { resolve: resolver(address) });
      const reply = await post(`https://hooks.example.com:${port}/`, courier);
      expect(reply).toMatchObject({ status: null, excerpt: "hooks.example.com is not a public address" });
    }
    const rebound = new HttpCourier(true, { resolve: resolver("127.0.0.1", "169.254.169.254") });
    expect(await post(`http://hooks.example.com:${port}/`, rebound)).toMatchObject({ status: 200 });
    expect(await post(`http://hooks.example.com:${port}/`, rebound)).toMatchObject({ status: null });
    expect(connections()).toBe(1);
  });
});

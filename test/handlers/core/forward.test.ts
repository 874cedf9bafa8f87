import { createServer, type Server, request as sendRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forwarder } from "../../../bin/sandbox/forward.ts";

const most = 4_718_592;
const forwarder = new Forwarder();
let api: Server;
let port: number;
let reached = 0;
let asked: string | undefined;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  api = createServer((request, response) => {
    let bytes = 0;
    request.on("data", (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on("end", () => {
      reached += 1;
      asked = request.method;
      // As the emulated gateway does.
      response.setHeader("content-length", asked === "HEAD" ? 0 : String(bytes).length);
      response.end(String(bytes));
    });
  });
  const free = createServer();
  port = await listening(free);
  await new Promise((resolve) => free.close(resolve));
  await forwarder.listen(port, "--port");
  forwarder.forwardTo(`http://127.0.0.1:${await listening(api)}/live`);
});
afterAll(() => {
  forwarder.close();
  api.closeAllConnections();
  api.close();
});

/** Sends a body whole, with its length, or in pieces, without. */
async function sent(bytes: number, how: "whole" | "in pieces"): Promise<{ status: number; text: string }> {
  const body = Buffer.alloc(bytes, "x");
  return new Promise((resolve, reject) => {
    const headers = how === "whole" ? { "content-length": bytes } : { "transfer-encoding": "chunked" };
    const request = sendRequest({ host: "127.0.0.1", port, method: "POST", path: "/api", headers }, (reply) => {
      let text = "";
      reply.on("data", (piece: Buffer) => {
        text += piece;
      });
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    request.on("error", reject);
    for (let from = 0; from < bytes; from += 1_000_000) request.write(body.subarray(from, from + 1_000_000));
    request.end();
  });
}

/** Sends a request's head as it is, with an Accept as its first header, and reads the answer. */
async function answerTo(head: string, accept: string) {
  const [line = "", ...more] = head.split("\r\n");
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let read = "";
    socket.on("data", (piece) => {
      read += piece;
      const [, length = "Infinity"] = /^content-length: (\d+)/im.exec(read) ?? [];
      if (read.length < read.indexOf("\r\n\r\n") + 4 + Number(length)) return;
      socket.destroy();
      resolve(read);
    });
    socket.on("error", reject);
    socket.write([line, "host: localhost", `accept: ${accept}`, ...more, "", ""].join("\r\n"));
  });
  const [, type = ""] = /^content-type: (.*?)\r$/im.exec(text) ?? [];
  const body = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
  return { status: Number(text.split(" ")[1]), type, body };
}

describe("the local host of the API", () => {
  test.each(["whole", "in pieces"] as const)("hands on a body that a function can be given, %s", async (how) => {
    expect(await sent(most, how)).toEqual({ status: 200, text: String(most) });
  });

  test.each(["whole", "in pieces"] as const)("refuses a larger one before any function, %s", async (how) => {
    const before = reached;
    const { status, text } = await sent(7_000_000, how);
    expect([status, JSON.parse(text)]).toEqual([
      413,
      {
        ...{ code: "body_too_large", error: "The body is too large.", requestId: expect.any(String), unmet: [] },
        docUrl: `http://localhost:${port}/docs/errors#body_too_large`,
      },
    ]);
    expect((await sent(most + 1, how)).status).toBe(413);
    expect(reached).toBe(before);
  });

  test.each([
    ["a target that is no path", "GET nowhere HTTP/1.1", 400, "invalid_request"],
    ["what is not HTTP", "GET /api HTTP/9", 400, "invalid_request"],
    ["headers that are too large", `GET /api HTTP/1.1\r\nx-long: ${"x".repeat(20_000)}`, 431, "headers_too_large"],
    ["a request for another host", "CONNECT example.com:443 HTTP/1.1", 405, "method_not_allowed"],
    ["a body that is too large", `POST /api HTTP/1.1\r\ncontent-length: ${most + 1}`, 413, "body_too_large"],
  ])("says of %s where it is explained, as a problem where Accept asks", async (_, head, status, code) => {
    const docUrl = `http://localhost:${port}/docs/errors#${code}`;
    const plain = await answerTo(head, "*/*");
    expect(plain).toMatchObject({ status, type: "application/json; charset=utf-8", body: { code, unmet: [], docUrl } });
    expect(Object.keys(plain.body)).toEqual(["error", "code", "unmet", "requestId", "docUrl"]);
    const { type, body } = await answerTo(head, "application/problem+json");
    expect([type, body.type, body.status, body.detail]).toEqual([
      "application/problem+json",
      docUrl,
      status,
      body.error,
    ]);
    expect(body.instance).toBe(body.requestId);
  });

  test("hands on a HEAD as it is, and no length of 0 where the GET has a body", async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/api`, { method: "HEAD" });
    expect([asked, reply.status, reply.headers.get("content-length"), await reply.text()]).toEqual([
      "HEAD",
      200,
      null,
      "",
    ]);
    const got = await fetch(`http://127.0.0.1:${port}/api`);
    expect([asked, got.headers.get("content-length"), await got.text()]).toEqual(["GET", "1", "0"]);
  });
});

describe("a path that the host answers by itself", () => {
  test("is told to a GET and reaches no API, and any other is the API's", async () => {
    forwarder.answerAt("/own", async (query) => ({ id: query.get("id") }));
    const before = reached;
    const reply = await fetch(`http://127.0.0.1:${port}/own?id=stl_1`);
    expect([reply.status, await reply.json(), reached - before]).toEqual([200, { id: "stl_1" }, 0]);
    await fetch(`http://127.0.0.1:${port}/own`, { method: "DELETE" });
    await fetch(`http://127.0.0.1:${port}/owner`);
    expect(reached - before).toBe(2);
  });
});

import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { listFetcher } from "../../../functions/adapters/lists/fetch.ts";

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A publisher on loopback that answers as a test says. */
async function publisher(answer: RequestListener): Promise<string> {
  const opened = createServer(answer);
  server = opened;
  await new Promise<void>((done) => opened.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}/SDN.XML`;
}

/** All that comes. */
async function fetched(
  url: string,
  { etag = null, ...limits }: { etag?: string | null; limitBytes?: number; seconds?: number } = {},
) {
  const file = await listFetcher(limits)({ url, etag });
  if (file === null) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return { etag: file.etag, text: Buffer.concat(chunks).toString("utf8") };
}

describe("a publisher that has the list", () => {
  test("is asked as a browser asks, or its front would let nobody in", async () => {
    let input = "";
    const url = await publisher((request, response) => {
      input = request.headers["user-agent"] ?? "";
      response.setHeader("etag", '"one"').end("<sdnList/>");
    });
    expect(await fetched(url)).toEqual({ etag: '"one"', text: "<sdnList/>" });
    expect(input).toMatch(/^Mozilla\/\d.{31,}/);
  });

  test("may send us on to where it keeps it", async () => {
    const url = await publisher((request, response) => {
      if (request.url === "/kept") response.end("<sdnList/>");
      else response.writeHead(302, { location: "/kept" }).end();
    });
    expect(await fetched(url)).toMatchObject({ text: "<sdnList/>" });
  });

  test("need not send again what we have", async () => {
    const url = await publisher((request, response) => {
      response.writeHead(request.headers["if-none-match"] === '"one"' ? 304 : 200).end("<sdnList/>");
    });
    expect(await fetched(url, { etag: '"one"' })).toBeNull();
    expect(await fetched(url, { etag: '"two"' })).toMatchObject({ text: "<sdnList/>" });
  });
});

describe("what is no file is refused", () => {
  test("what was sent on to where nobody is sure whom one speaks to", async () => {
    const send: typeof fetch = async () => {
      const response = new Response("<sdnList/>");
      Object.defineProperty(response, "url", { value: "http://publisher.example/SDN.XML" });
      return response;
    };
    const input = listFetcher({ send })({ url: "https://publisher.example/SDN.XML", etag: null });
    await expect(input).rejects.toThrow("sent us on to another kind of address");
  });

  test.each([202, 204, 304, 403, 404, 500])("status %i", async (status) => {
    const url = await publisher((_, response) => response.writeHead(status).end());
    await expect(fetched(url)).rejects.toThrow(`answered ${status}`);
  });

  test("a web page", async () => {
    const url = await publisher((_, response) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html/>"),
    );
    await expect(fetched(url)).rejects.toThrow("a web page");
  });

  test("nothing at all", async () => {
    const url = await publisher((_, response) => response.end());
    await expect(fetched(url)).rejects.toThrow("an empty file");
  });

  test("what breaks off", async () => {
    const url = await publisher((_, response) => {
      response.writeHead(200, { "content-length": 1_000 });
      response.write("<sdnList>", () => response.destroy());
    });
    await expect(fetched(url)).rejects.toThrow("broke off after");
  });

  test("what does not end", async () => {
    const url = await publisher((_, response) => response.end("x".repeat(5_000)));
    await expect(fetched(url, { limitBytes: 4_999 })).rejects.toThrow("larger than 4999");
  });

  test("what never comes", async () => {
    const url = await publisher((_, response) => response.flushHeaders());
    await expect(fetched(url, { seconds: 0.2 })).rejects.toThrow("no answer in time");
  });

  test("nobody there", async () => {
    await expect(fetched("http://127.0.0.1:1/SDN.XML")).rejects.toThrow("cannot be reached");
  });
});

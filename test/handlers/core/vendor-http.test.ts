import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { VendorHttp, VendorUnavailable } from "../../../functions/adapters/http/vendor-http.ts";
import { keyUuid } from "../../../functions/adapters/local/key-uuid.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answers: Answer[] = [];
const asked: { url: string | undefined; body: string }[] = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  asked.push({ url: request.url, body });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response);
});
let baseUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v0`;
});

afterEach(() => {
  answers = [];
  asked.length = 0;
  vi.useRealTimers();
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const secret = "Jane Payer, account 000123456789";

function says(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => response.writeHead(status, headers).end(JSON.stringify(body));
}

const hangs: Answer = () => undefined;

function vendor(waited: number[] = []) {
  return new VendorHttp({
    name: "acme",
    baseUrl,
    headers: async () => ({ "api-key": "sk-secret" }),
    wait: async (ms) => waited.push(ms),
  });
}

const look = { method: "GET", path: "/things/1?full=yes", seconds: 5 } as const;

/** What a call threw; fails the test when it did not. */
async function thrown(call: Promise<unknown>): Promise<VendorUnavailable> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof VendorUnavailable) return error;
  throw new Error(`not thrown: ${String(error)}`);
}

describe("an answer that says something", () => {
  test("is told with its status, a no with its code", async () => {
    answers = [says(201, { id: "t1" }), says(400, { code: "invalid_parameters", message: secret })];
    const acme = vendor();
    const make = { method: "POST", path: "/things", body: { a: "1" }, seconds: 5 } as const;
    expect(await acme.call(make)).toMatchObject({ status: 201, body: { id: "t1" } });
    expect(await acme.call(make)).toMatchObject({ status: 400, code: "invalid_parameters" });
    expect(asked).toEqual(Array(2).fill({ url: "/v0/things", body: '{"a":"1"}' }));
  });

  test.each([["a sentence about Jane"], [7], [null], [""], ["x".repeat(65)]])(
    "has no code where it is %j",
    async (code) => {
      answers = [says(403, { code, error: { message: secret } })];
      expect(await vendor().call(look)).toMatchObject({ status: 403, code: null });
    },
  );

  test("has the word of its error where its code is a number, and never a sentence", async () => {
    const error = "INVALID_QUOTE";
    answers = [says(400, { code: 400_006, error, errorDetails: secret }), says(400, { code: 1, error: secret })];
    const acme = vendor();
    expect(await acme.call(look)).toMatchObject({ code: error });
    expect(await acme.call(look)).toMatchObject({ code: null });
  });
});

describe("a key that the vendor refuses", () => {
  /** A vendor that takes one key alone, and what was asked of the secret. */
  function guarded(good: string, keys: readonly string[]) {
    answers = [
      (request, response) => response.writeHead(request.headers["api-key"] === good ? 200 : 401).end('{"id": "t1"}'),
    ];
    const looks: (string | undefined)[] = [];
    const headers = async (again?: "again") => {
      looks.push(again);
      return { "api-key": keys[again ? 1 : 0] ?? "" };
    };
    return { looks, acme: new VendorHttp({ name: "acme", baseUrl, headers }) };
  }

  test("is looked up again, and the call is made with the new one", async () => {
    const { acme, looks } = guarded("new", ["old", "new"]);
    expect(await acme.call({ method: "POST", path: "/things", body: {}, seconds: 5 })).toMatchObject({ status: 200 });
    expect({ looks, calls: asked.length }).toEqual({ looks: [undefined, "again"], calls: 2 });
  });

  test("is not tried twice where it is the same still", async () => {
    const { acme, looks } = guarded("new", ["old", "old"]);
    expect(await acme.call(look)).toMatchObject({ status: 401 });
    expect({ looks, calls: asked.length }).toEqual({ looks: [undefined, "again"], calls: 1 });
  });

  test("is tried once more, and not again and again", async () => {
    const { acme } = guarded("none", ["old", "new"]);
    expect(await acme.call(look)).toMatchObject({ status: 401 });
    expect(asked).toHaveLength(2);
  });
});

describe("a deadline", () => {
  test("that is over before the call could be made leaves it unmade", async () => {
    answers = [says(200, {})];
    const error = await thrown(vendor().call({ ...look, seconds: 0 }));
    expect({ message: error.message, calls: asked.length }).toEqual({
      message: "acme GET /things/1: no time left to ask",
      calls: 0,
    });
  });
});

describe("an answer that says nothing is thrown, without a word of the vendor's but its code", () => {
  test.each<[string, Answer, string]>([
    ["an error of the vendor's", says(503, { code: "server_error", message: secret }), "answered 503 server_error"],
    ["success that is no JSON", (_, to) => to.writeHead(200).end(secret), "answered no JSON"],
    ["a redirect", (_, to) => to.writeHead(302, { location: "http://127.0.0.1:1/" }).end(), "TypeError"],
    ["a line that breaks", (request) => request.socket.destroy(), "UND_ERR_SOCKET"],
    ["an endless answer", (_, to) => to.writeHead(200).end("x".repeat(1_048_577)), "RangeError"],
  ])("%s", async (_, answer, what) => {
    answers = [answer];
    const error = await thrown(vendor().call(look));
    expect(error.message).toBe(`acme GET /things/1: ${what}`);
    expect(JSON.stringify([error.message, error.cause, error.status])).not.toContain("Jane");
  });

  test("a silence, once its deadline is over", async () => {
    answers = [hangs];
    const error = await thrown(vendor().call({ ...look, seconds: 0.05 }));
    expect(error.message).toBe("acme GET /things/1: no answer in time");
  });

  test("a body that never ends, once its deadline is over", async () => {
    answers = [(_, response) => response.writeHead(200).write("{")];
    const error = await thrown(vendor().call({ ...look, seconds: 0.1 }));
    expect(error.message).toContain("no answer in time");
  });

  test("a port where nobody listens", async () => {
    const nobody = new VendorHttp({ name: "acme", baseUrl: "http://127.0.0.1:1", headers: async () => ({}) });
    expect((await thrown(nobody.call(look))).message).toMatch(/ECONNREFUSED|bad port|TypeError/);
  });
});

describe("a limit of the vendor's", () => {
  const limited = (after?: string) => says(429, {}, after === undefined ? {} : { "retry-after": after });

  test("is waited out, as long as it says, when that is within the deadline", async () => {
    answers = [limited("2"), limited(), says(200, {})];
    const waited: number[] = [];
    expect(await vendor(waited).call(look)).toMatchObject({ status: 200 });
    expect(waited).toEqual([2000, 1000]);
  });

  test("may say so as a date", async () => {
    answers = [limited(new Date(Date.now() - 5000).toUTCString()), says(200, {})];
    const waited: number[] = [];
    await vendor(waited).call(look);
    expect(waited).toEqual([0]);
  });

  test("is thrown when it lasts longer than the deadline", async () => {
    answers = [limited("6")];
    const waited: number[] = [];
    expect(await thrown(vendor(waited).call(look))).toMatchObject({ status: 429 });
    expect({ waited, calls: asked.length }).toEqual({ waited: [], calls: 1 });
  });

  test("is thrown after four tries", async () => {
    answers = [limited("0")];
    expect(await thrown(vendor().call(look))).toMatchObject({ status: 429 });
    expect(asked).toHaveLength(4);
  });
});

describe("a vendor that failed five times in a row", () => {
  /** Fails so often. */
  async function failing(acme: VendorHttp, times: number, status = 500) {
    answers = [says(status, {}, { "retry-after": "60" })];
    for (let n = 0; n < times; n++) await thrown(acme.call(look));
  }

  test("is left alone for half a minute, then asked once", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const acme = vendor();
    await failing(acme, 5);
    answers = [says(200, {})];
    const resting = await thrown(acme.call(look));
    expect({ message: resting.message, calls: asked.length }).toEqual({
      message: "acme GET /things/1: is resting after failures",
      calls: 5,
    });
    vi.setSystemTime(Date.now() + 30_001);
    expect(await acme.call(look)).toMatchObject({ status: 200 });
    expect(await acme.call(look)).toMatchObject({ status: 200 });
  });

  test("is asked by one alone after its rest, and stays at rest when that one fails too", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const acme = vendor();
    await failing(acme, 5);
    vi.setSystemTime(Date.now() + 30_001);
    const probes = await Promise.allSettled([acme.call(look), acme.call(look), acme.call(look)]);
    expect(probes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(asked).toHaveLength(6);
    expect((await thrown(acme.call(look))).message).toContain("resting");
    expect(asked).toHaveLength(6);
  });

  test("lets those who waited for the probe through once it was answered", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const acme = vendor();
    await failing(acme, 5);
    answers = [says(200, {})];
    vi.setSystemTime(Date.now() + 30_001);
    const all = await Promise.all([acme.call(look), acme.call(look), acme.call(look)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test("is another than the one beside it, and another process's is its own", async () => {
    const acme = vendor();
    await failing(acme, 5);
    answers = [says(200, {})];
    await thrown(acme.call(look));
    expect(await vendor().call(look)).toMatchObject({ status: 200 });
  });

  test("is not one that failed four times and then answered", async () => {
    const acme = vendor();
    await failing(acme, 4);
    answers = [says(400, {})];
    await acme.call(look);
    await failing(acme, 4);
    answers = [says(200, {})];
    expect(await acme.call(look)).toMatchObject({ status: 200 });
  });

  test("is not one that has a limit", async () => {
    const acme = vendor();
    await failing(acme, 6, 429);
    answers = [says(200, {})];
    expect(await acme.call(look)).toMatchObject({ status: 200 });
  });
});

describe("a key as a UUID", () => {
  test("is the same for the same key and another for another", () => {
    expect(keyUuid("stl_1:payout:1")).toBe(keyUuid("stl_1:payout:1"));
    expect(keyUuid("stl_1:payout:1")).not.toBe(keyUuid("stl_1:payout:2"));
    expect(keyUuid("a")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

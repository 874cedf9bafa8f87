import { request as sendRequest } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { usageOperations } from "../../functions/contract/screening/usage.ts";
import { screeningOperations } from "../../functions/contract/screening.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { refusalsOf, statusOf } from "../../functions/http/problem.ts";
import { endpoints } from "../support/journeys/journey.ts";
import { fresh, holder, nextDay, openAccount } from "../support/journeys/screening.ts";
import { faultsOf } from "../support/journeys/table.ts";
import { type BadInputCase, badInputCases } from "../support/routes/bad-input.ts";
import type { Answer } from "../support/runner/client.ts";

const { screenValue, screenBatch } = screenOperations;
const { getUsage } = usageOperations;
const json = { "content-type": "application/json" };

beforeAll(nextDay);

/** What is wrong with an answer to bad input. */
function fault(op: Operation, wrong: BadInputCase, { status, headers, text }: Answer): string | undefined {
  const body = JSON.parse(text);
  // A batch tells what is wrong with a question in that question's place.
  if (op.id === screenBatch.id && status === 200)
    return body.results.every((each: { status: number }) => each.status === 400) ? undefined : "was taken";
  if (!wrong.expectStatus.includes(status)) return `expected ${wrong.expectStatus.join(" or ")}`;
  if (!Array.isArray(body.unmet) || headers.get("x-request-id") !== body.requestId) return "not the error body";
  if (/node_modules|\.ts:\d| {4}at /.test(text)) return "a stack trace";
  const known: readonly string[] = refusalsOf(op).filter((code) => statusOf[code] === status);
  if (!known.includes(body.code) && body.code !== "route_not_found") return "an undocumented code";
  if (op.caller === "tenant" && body.code !== "route_not_found" && !headers.has("x-usage-used"))
    return "nothing said of the month";
  return undefined;
}

/** The example's address is on the sandbox's list, and nothing makes such a one be refused, its chain least of all. */
function isOfListed(op: Operation, { name }: BadInputCase): boolean {
  return op.id === screenValue.id && name.startsWith("body chain");
}

describe("whatever a client sends, the screening interface answers with a clear refusal", () => {
  // The playground has ten a minute for this machine, and its own tests; operators' routes have theirs behind the doors.
  const input = screeningOperations.filter(({ id, caller }) => id !== "screenInPlayground" && caller !== "operator");

  test.each(input.map((op) => [op.id, op] as const))("%s", async (_, op) => {
    const account = await openAccount("sandbox");
    const token = op.caller === "public" ? null : account.apiKey;
    const faults = await faultsOf(
      badInputCases(op).filter((row) => !isOfListed(op, row)),
      token,
      (row, answer) => fault(op, row, answer),
      endpoints.kytUrl,
    );
    expect(faults).toEqual([]);
    expect(await account.call(getUsage)).toMatchObject({ used: 0 });
  });
});

describe("a value that is no address's", () => {
  const value = fresh();
  const inside = (sign: string) => `${value.slice(0, 9)}${sign}${value.slice(9)}`;
  const invisible = [
    ...["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u061c", "\u115f", "\u180e"],
    ...["\u202e", "\u2066", "\u3164", "\ufe0f", "\u{e0001}", "\u{e0041}", "\u0000", "\u007f", "\u0085", "\ud800"],
  ];
  const blank = [" ", "\t", "\n", "\r\n", "\v", "\f", "\u00a0", "\u1680", "\u2003", "\u2028", "\u3000"];
  const alike = ["\u0430", "\u0435", "\u043e", "\u03bf", "\uff41", "\u{1d41a}", "\u0660", "e\u0301", "\u{1f4b8}"];
  const values = [...invisible, ...blank, ...alike].flatMap((sign) => [
    ...[inside(sign), `${sign}${value}`, `${value}${sign}`, sign.repeat(30)],
  ]);

  test("is refused wherever its sign is, alone and in a batch, as either type, and is not counted", async () => {
    const account = await openAccount("sandbox");
    for (const type of ["wallet", "transaction"])
      for (let start = 0; start < values.length; start += 100) {
        const items = values.slice(start, start + 100).map((each) => ({ type, value: each }));
        const { results } = await account.call(screenBatch, { body: { items } });
        const taken = results.filter((each) => !("code" in each) || each.code !== "invalid_value");
        expect(taken).toEqual([]);
      }
    for (const sign of [...invisible, ...blank, ...alike])
      await account.refused(screenValue, "invalid_value", { body: { type: "wallet", value: inside(sign) } });
    expect(await account.call(getUsage)).toMatchObject({ used: 0 });
  });
});

/** Sends headers as they are written, the same name twice too. */
function sendRaw(headers: readonly string[], body: string): Promise<{ status: number; text: string }> {
  const { hostname, port, host } = new URL(endpoints.kytUrl);
  const all = [...headers, "host", host, "content-type", "application/json"];
  return new Promise((resolve, reject) => {
    const input = { method: "POST", hostname, port, path: screenValue.path, headers: all };
    const request = sendRequest(input, async (response) => {
      const chunks = await response.toArray().catch(reject);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks ?? []).toString() });
    });
    request.on("error", reject).end(body);
  });
}

describe("a key", () => {
  const body = JSON.stringify({ type: "wallet", value: fresh() });

  test("that comes in any wrong way is refused, and screens nothing", async () => {
    const { apiKey } = await openAccount("sandbox");
    const basic = Buffer.from(`${apiKey}:`).toString("base64");
    const wrong = [
      ...[[], ["x-api-key", " "], ["x-api-key", "__proto__"], ["cookie", `x-api-key=${apiKey}`]],
      ...[
        ["x-api-key", apiKey.slice(0, -1)],
        ["x-api-key", apiKey.toUpperCase()],
      ],
      ...[
        ["x-api-key", `slc_test_${"a".repeat(7_000)}`],
        ["authorization", `Basic ${basic}`],
      ],
      ["x-api-key", apiKey.replace("_test_", "_live_")],
      ["x-api-key", apiKey, "x-api-key", "bad"],
      ["x-api-key", "bad", "x-api-key", apiKey],
      ["authorization", "Bearer bad", "x-api-key", apiKey],
      ["authorization", `Bearer ${apiKey}`, "authorization", "Bearer bad"],
    ];
    for (const headers of wrong) {
      const { status, text } = await sendRaw(headers, body);
      expect([status, JSON.parse(text).code], headers.join(" ").slice(0, 60)).toEqual([
        401,
        headers.length === 0 || headers[1] === " " || headers[0] === "cookie" ? "missing_api_key" : "invalid_api_key",
      ]);
    }
    const long = await sendRaw(["x-api-key", `slc_test_${"a".repeat(20_000)}`], body);
    expect([long.status, JSON.parse(long.text).code]).toEqual([431, "headers_too_large"]);
    expect(await holder(apiKey).call(getUsage)).toMatchObject({ used: 0 });
  });

  test("is good in either header, and the bearer counts where there are both", async () => {
    const { apiKey } = await openAccount("sandbox");
    const bearer = ["authorization", `Bearer ${apiKey}`];
    for (const headers of [bearer, ["x-api-key", apiKey], [...bearer, "x-api-key", "bad"]])
      expect(await sendRaw(headers, body)).toMatchObject({ status: 200 });
    expect(await holder(apiKey).call(getUsage)).toMatchObject({ used: 3 });
  });
});

test("64 clients with one Idempotency-Key buy one screen, to the byte", { timeout: 120_000 }, async () => {
  const account = await openAccount("starter");
  const input = { key: "once", body: { type: "wallet", value: fresh() } };
  const answers = await Promise.all(Array.from({ length: 64 }, () => account.ask(screenValue, input)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replay") === "true")).toHaveLength(63);
  expect(await account.call(getUsage)).toMatchObject({ used: 1 });
});

test("a batch of a hundred with one of everything answers each in its place, and counts the answered", async () => {
  const account = await openAccount("starter");
  const value = fresh();
  const bad = [
    ...[null, 1, "text", [], {}, { type: "wallet" }, { value }, { type: "wallet", value, note: 1 }],
    ...[
      { type: "wallet", value: [value] },
      { type: 1, value },
      { type: "wallet", value, chain: null },
    ],
    ...[
      { type: "coin", value },
      { type: "wallet", value, chain: "moon" },
      { type: "wallet", value: "" },
    ],
    ...[
      { type: "wallet", value, chain: "bitcoin" },
      { type: "wallet", value: "ab".repeat(32) },
    ],
    ...[
      { type: "wallet", value: `${value}\u0000` },
      { type: "transaction", value },
    ],
    { type: "wallet", value: "a".repeat(100_000) },
  ];
  const good = Array.from({ length: 100 - bad.length }, () => ({ type: "wallet", value: fresh() }));
  const items = [...bad, ...good].toSorted((one, other) =>
    JSON.stringify(one).slice(-9) < JSON.stringify(other).slice(-9) ? -1 : 1,
  );
  const { results } = await account.call(screenBatch, { body: { items } });
  expect(results.map(({ status }) => status)).toEqual(
    items.map((item) => (good.some((each) => each === item) ? 200 : 400)),
  );
  for (const [at, each] of results.entries())
    if ("screen" in each) expect(each.screen.value).toBe(good.find((one) => one === items[at])?.value);
  expect(await account.call(getUsage)).toMatchObject({ used: good.length });
});

describe("a route or a method that there is not", () => {
  const paths = [
    ...["/api", "/api/v1", "/api/v1/screen/", "/api//v1/screen", "//api/v1/screen", "/API/V1/SCREEN", "/%00"],
    ...["/api/v1/screen;x=1", "/api/v1/screen/x/y", "/api/v1/screen/%2e%2e%2fusage", "/api/v1/lists/x", "/%ff"],
  ];

  test.each(paths)("%s is 404", async (path) => {
    const { status, text } = await (await openAccount("free")).send("GET", path);
    expect([status, JSON.parse(text).code]).toEqual([404, "route_not_found"]);
  });

  test.each(["%00", "%ff", "%zz", "..", "scr_", "__proto__", "a".repeat(300)])("no screen is named %s", async (id) => {
    const { status, text } = await (await openAccount("free")).send("GET", `/api/v1/screen/${id}`);
    const { code } = JSON.parse(text);
    // Dots are taken away before they are sent.
    expect([status, code === "screening_not_found" || code === "route_not_found"]).toEqual([404, true]);
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])("%s is none of the screen's methods", async (method) => {
    const account = await openAccount("free");
    const answer = await account.send(method, screenValue.path, { headers: json });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
});

afterAll(() => deployed.stop());

// The first moment of a minute and a day of its own for each test.
beforeEach(() => deployed.nextDay());

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

async function send(path: string, { from = "203.0.113.7", headers = {}, body = undefined as string | undefined }) {
  const method = body === undefined ? "GET" : "POST";
  const request = { method, path, headers: { ...headers, "x-forwarded-for": from }, ...(body && { body }) };
  return deployed.send(screeningOperationOf("screenInPlayground"), request);
}

async function tried(body: object, from?: string) {
  const input = { headers: json, body: JSON.stringify(body), ...(from && { from }) };
  const reply = await send("/playground/screen", input);
  return { ...reply, body: JSON.parse(reply.text) };
}

async function typed(value: string, lang = "en") {
  return send(`/playground?lang=${lang}`, { headers: form, body: String(new URLSearchParams({ value })) });
}

function kept(): number {
  return deployed.aws.store.rows().filter(({ type }) => type === "screen").length;
}

describe("a value without a key", () => {
  test("that is listed is blocked, and nobody is named", async () => {
    const { status, body, text } = await tried({ type: "wallet", value: wallet });
    expect(status).toBe(200);
    expect(body).toMatchObject({ action: "block", risk_level: "critical", categories: ["sanctions"] });
    expect(Object.keys(body)).not.toContain("entity_name");
    expect(text).not.toMatch(/entity|narrative|programs|decisionHash|"id"/);
  });

  test("that is on no list is allowed, by the lists that it names", async () => {
    const { body } = await tried({ value: otherWallet });
    expect(body).toMatchObject({ type: "wallet", action: "allow", categories: [], checksum: "ok" });
    expect(body.listVersions).toEqual([expect.objectContaining({ list: "fixture" })]);
  });

  test.each([
    [{ value: "" }, 400, "invalid_value"],
    [{ value: `${otherWallet}\u200b` }, 400, "invalid_value"],
    [{ value: "1".repeat(20_000) }, 400, "invalid_value"],
    [{ type: "person", value: otherWallet }, 400, "unsupported_type"],
    [{ type: "wallet" }, 400, "invalid_request"],
    [{ value: otherWallet, chain: "tron" }, 400, "invalid_request"],
  ])("%j is told what is wrong", async (input, status, code) => {
    const reply = await tried(input);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  test("is kept nowhere", async () => {
    await tried({ value: otherWallet });
    await typed(wallet);
    expect(kept()).toBe(0);
  });
});

describe("one network address", () => {
  test("may screen 10 times a minute, exactly, however many come at once", async () => {
    const replies = await Promise.all(Array.from({ length: 64 }, () => tried({ value: otherWallet })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    const [refused] = replies.filter(({ status }) => status === 429);
    expect(refused?.body.code).toBe("rate_limited");
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await tried({ value: otherWallet }, "203.0.113.8")).status).toBe(200);
    await deployed.advance(60);
    expect((await tried({ value: otherWallet })).status).toBe(200);
  });

  test("may screen 50 times a day", async () => {
    const statuses: number[] = [];
    for (let minute = 0; minute < 6; minute++) {
      for (let times = 0; times < 10; times++) statuses.push((await tried({ value: otherWallet })).status);
      await deployed.advance(60);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    const late = await tried({ value: otherWallet });
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(3_600);
    await deployed.nextDay();
    expect((await tried({ value: otherWallet })).status).toBe(200);
  });

  test("that has used its day up shortly before midnight, UTC, waits until then", async () => {
    await deployed.advance(86_400 - 600);
    for (let minute = 0; minute < 5; minute++) {
      for (let times = 0; times < 10; times++) await tried({ value: otherWallet });
      await deployed.advance(60);
    }
    const { status, headers } = await tried({ value: otherWallet });
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(60);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(300);
  });

  test("of version 6 is its whole network", async () => {
    const replies = [];
    for (let host = 1; host <= 11; host++) replies.push(await tried({ value: otherWallet }, `2001:db8:1:2::${host}`));
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  });
});

describe("the page", () => {
  test("says what it costs, and has a form that needs no script", async () => {
    const { status, text, headers } = await send("/?lang=en", {});
    expect(status).toBe(200);
    for (const part of [">$0<", ">$49<", ">$199<", ">100<", ">3,000<", 'action="./playground'])
      expect(text).toContain(part);
    expect(text).not.toContain("<script");
    expect(headers["x-robots-tag"]).toBeUndefined();
  });

  test("shows what was found, in the reader's language, without naming anybody", async () => {
    expect((await typed(wallet)).text).toContain("Blocked");
    const { text } = await typed(otherWallet, "es");
    expect(text).toContain("No se encontró nada");
    expect(text).toContain(otherWallet);
  });

  test("takes a transaction for what it is, and white space around what was copied", async () => {
    const { text } = await typed(`  0x${"ab".repeat(32)}\n`);
    expect(text).toContain("A person should look at it");
  });

  test.each(["", "   ", "две", `${otherWallet}\u200b`])(
    "keeps %j in its field and says what is wrong",
    async (value) => {
      const { status, text } = await typed(value);
      expect(status).toBe(400);
      expect(text).toContain('aria-invalid="true"');
      expect(text).toContain('role="alert"');
    },
  );

  test("shows markup as text", async () => {
    const { text } = await typed('"><script>alert(1)</script>');
    expect(text).not.toContain("<script>alert");
  });

  test("tells who sends too much to wait, with what was typed still there", async () => {
    for (let times = 0; times < 10; times++) await typed(otherWallet);
    const { status, text, headers } = await typed(otherWallet);
    expect(status).toBe(429);
    expect(headers["retry-after"]).toBeDefined();
    expect(text).toContain(`value="${otherWallet}"`);
  });

  test("takes no form of another site", async () => {
    const headers = { ...form, "sec-fetch-site": "cross-site" };
    const reply = await send("/playground", { headers, body: "value=x" });
    expect(reply.status).toBe(403);
  });
});

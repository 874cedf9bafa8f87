import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { TestApi } from "../../support/core/test-api.ts";

const many = 1_000;
let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

/** What is told to one who asks, and how many calls to the book it took. */
async function ask(address: string, contactEmail: string) {
  const before = api.store.calls;
  const input = { companyName: "Acme", contactName: "Ada", contactEmail };
  const reply = await requestAccess(api.context, input, { address, locale: "en" }).catch((error: unknown) => error);
  const response = reply instanceof Refusal ? { code: reply.code, detail: reply.detail } : { ...(reply as object) };
  const text = JSON.stringify(response).replaceAll(/sgn_\w{26}/g, "sgn_");
  return { calls: api.store.calls - before, text, code: reply instanceof Refusal ? reply.code : "received" };
}

function rows(type: string): number {
  return api.store.rows().filter((row) => row.type === type).length;
}

async function flood(from: (at: number) => string, email: (at: number) => string) {
  const reply = await Promise.all(Array.from({ length: many }, (_, at) => ask(from(at), email(at))));
  const counts: Record<string, number> = {};
  for (const { code } of reply) counts[code] = (counts[code] ?? 0) + 1;
  return { counts, texts: new Set(reply.map(({ text }) => text)).size };
}

describe("a thousand requests for access at once", () => {
  test.each([
    ["one address", () => "203.0.113.9"],
    ["one neighbourhood of IPv6", (at: number) => `2001:db8:1:1::${(at + 1).toString(16)}`],
    ["nobody knows where", () => "unknown"],
  ])("from %s are five, and nothing of the others is kept", async (_, from) => {
    const { counts } = await flood(from, (at) => `flood${at}@acme.example`);
    expect(counts).toEqual({ received: 5, rate_limited: many - 5 });
    expect(["signup", "signup_address", "signup_limit", "entry"].map(rows)).toEqual([5, 5, 1, 5]);
  });

  test("from a thousand addresses about one business are one request, each answered alike", async () => {
    const { counts, texts } = await flood(
      (at) => `198.18.${at >> 8}.${at & 255}`,
      () => "one@known.example",
    );
    expect([counts, texts]).toEqual([{ received: many }, 1]);
    expect(["signup", "signup_address"].map(rows)).toEqual([1, 1]);
  });

  test("from a thousand addresses about a thousand businesses are all taken", async () => {
    const { counts, texts } = await flood(
      (at) => `198.19.${at >> 8}.${at & 255}`,
      (at) => `each${at}@acme.example`,
    );
    expect([counts, texts, rows("signup")]).toEqual([{ received: many }, 1, many]);
  });
});

describe("an address that is known", () => {
  test("costs the calls of one that is not, and is answered in the same bytes but for an id", async () => {
    await ask("192.0.2.49", "one@known.example");
    expect(await ask("192.0.2.50", "ONE@known.example")).toEqual(await ask("192.0.2.51", "new@unknown.example"));
    for (let at = 0; at < 4; at += 1) await ask("192.0.2.50", "one@known.example");
    for (let at = 0; at < 4; at += 1) await ask("192.0.2.51", `other${at}@unknown.example`);
    const over = await ask("192.0.2.50", "one@known.example");
    expect([over.code, over]).toEqual(["rate_limited", await ask("192.0.2.51", "another@unknown.example")]);
  });
});

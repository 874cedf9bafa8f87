import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { Door } from "../../support/core/door.ts";

const many = 1_000;
let door: Door;

beforeEach(() => {
  door = new Door();
});

/** What is told to one who asks, and how many calls to the book it took. */
async function ask(address: string, contactEmail: string) {
  const before = door.book.calls;
  const asked = { companyName: "Acme", contactName: "Ada", contactEmail };
  const said = await requestAccess(door.desk, asked, { address, locale: "en" }).catch(
    (error: unknown) => error,
  );
  const told = said instanceof Refusal ? { code: said.code, detail: said.detail } : { ...(said as object) };
  const text = JSON.stringify(told).replaceAll(/sgn_\w{26}/g, "sgn_");
  return { calls: door.book.calls - before, text, code: said instanceof Refusal ? said.code : "received" };
}

function rows(type: string): number {
  return door.book.rows().filter((row) => row.type === type).length;
}

async function flood(from: (at: number) => string, email: (at: number) => string) {
  const said = await Promise.all(Array.from({ length: many }, (_, at) => ask(from(at), email(at))));
  const counts: Record<string, number> = {};
  for (const { code } of said) counts[code] = (counts[code] ?? 0) + 1;
  return { counts, texts: new Set(said.map(({ text }) => text)).size };
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
    expect(await ask("192.0.2.50", "ONE@known.example")).toEqual(
      await ask("192.0.2.51", "new@unknown.example"),
    );
    for (let at = 0; at < 4; at += 1) await ask("192.0.2.50", "one@known.example");
    for (let at = 0; at < 4; at += 1) await ask("192.0.2.51", `other${at}@unknown.example`);
    const over = await ask("192.0.2.50", "one@known.example");
    expect([over.code, over]).toEqual(["rate_limited", await ask("192.0.2.51", "another@unknown.example")]);
  });
});

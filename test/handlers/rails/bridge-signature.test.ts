import { createHash, generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeBridgeSignature } from "../../../functions/adapters/bridge/signature.ts";
import { bridgeSignature } from "../../support/bridge-sim/webhooks.ts";
import { signingKey } from "../../support/vendor-sim/keys.ts";

/** The sample that Bridge publishes with its webhook documentation. */
const published = {
  publicKey: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtqsEE4eI7EmzhcquGJXt
LX9PMK0UH6Kl1WIR21sv8HtueG8BuvvpP3MiN7ltzmIhS8KaynCjN4l+620PnXeu
xWG+CSnEdkinL9hCqbEid5vv9zl0j9LWiJx3FkKHqADU7cgm46aa8dKUdIQYF2X+
O7WmyLkC4wUM/mWhBPMsIQBznashRMZxx7XJjsVp27ACUE4eNIjEXbVYN6U8jSbU
hG++CfL8xXu+GHDqKmFE6Po6HnuURvLFVnCtE3mXXBcVFlPy+octfx8nOMLT3X8O
9UehIigJ34o2yMm/Fq3HUJzg2BsiAiGgtr0vmeoV9Q7upSNj9TuOumAzZFi4pYA+
qwIDAQAB
-----END PUBLIC KEY-----`,
  atMs: 1_705_854_411_204,
  body: '{"message":"Hello World!"}',
  signature:
    "jz/0dmHJ63FAzacGutrDTEoq+iSz/PHm/ugdooXDQu5NwuVIT2LmZGjsnCsBHgR9Py6OBP9zurzW4dHgygU4EDqmMPTUOvhvndYb4lWt+TY66LihaFI2whL6DAf/jb1QjYjNU0A6x9SLzC45dgE6X7zTDUM+2Z+scG/WEQf6SxQMt4E2sEipl5PqMK5lYUe3otdJV+X2c9D64bGwCEE7QSia+Vhozg8QNOQEk/rdz2IEONIg6oC43CeiN4E2kF9XLAGuy9uAHx9O9OJH5ZPLJZjyo4VcXYeWQgxaQ1gZ1Qu6hEEzgiPSff/1nou58dm4bIIazgCWli/mO0NyGcpfFw==",
};

const ours = signingKey(0);
const oursPem = ours.publicKey;
const atMs = Date.UTC(2026, 10, 2, 12);
const body = '{"event_id":"wh_1","note":"für 5 €"}';

function judge(over: Partial<Parameters<typeof judgeBridgeSignature>[0]> = {}) {
  return judgeBridgeSignature({
    header: bridgeSignature(body, atMs, ours.privateKey),
    body: Buffer.from(body),
    publicKeys: [oursPem],
    nowMs: atMs,
    ...over,
  });
}

describe("the sample that Bridge publishes", () => {
  const { publicKey, body: text, signature, atMs: at } = published;
  const input = { header: `t=${at},v0=${signature}`, body: Buffer.from(text), publicKeys: [publicKey], nowMs: at };

  test("is good", () => {
    expect(judge(input)).toBe("good");
  });

  test("is forged with one byte of its body, its time or its signature changed", () => {
    expect(judge({ ...input, body: Buffer.from(text.replace("!", "?")) })).toBe("forged");
    expect(judge({ ...input, header: `t=${at + 1},v0=${signature}` })).toBe("forged");
    expect(judge({ ...input, header: `t=${at},v0=${signature.replace("jz/", "jz0")}` })).toBe("forged");
  });

  test("is forged under another key", () => {
    expect(judge({ ...input, publicKeys: [oursPem] })).toBe("forged");
  });
});

describe("a signature", () => {
  test("over a body hashed only once is forged", () => {
    const once = sign("sha256", Buffer.from(`${atMs}.${body}`), ours.privateKey).toString("base64");
    expect(judge({ header: `t=${atMs},v0=${once}` })).toBe("forged");
  });

  test("over a digest hashed three times is forged", () => {
    const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();
    const thrice = sign("sha256", hash(hash(`${atMs}.${body}`)), ours.privateKey).toString("base64");
    expect(judge({ header: `t=${atMs},v0=${thrice}` })).toBe("forged");
  });

  test("is good under any of several keys, so that they can be rotated", () => {
    expect(judge({ publicKeys: [published.publicKey, oursPem] })).toBe("good");
    expect(judge({ publicKeys: [oursPem, published.publicKey] })).toBe("good");
    expect(judge({ publicKeys: [] })).toBe("forged");
  });

  test("is good for ten minutes before and after its time, and stale beyond", () => {
    const found = [-600_001, -600_000, 0, 600_000, 600_001].map((ms) => judge({ nowMs: atMs + ms }));
    expect(found).toEqual(["stale", "good", "good", "good", "stale"]);
  });

  test("that is old and forged is forged", () => {
    expect(judge({ nowMs: atMs + 3_600_000, publicKeys: [published.publicKey] })).toBe("forged");
  });

  test("is forged under what is no RSA key, which does not stand in the way of a good one", () => {
    const spki = { type: "spki", format: "pem" } as const;
    const others = [
      generateKeyPairSync("ed25519").publicKey.export(spki).toString(),
      generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export(spki).toString(),
      oursPem.slice(0, -60),
      "sk-test-in-the-wrong-place",
    ];
    for (const other of others) expect(judge({ publicKeys: [other] })).toBe("forged");
    expect(judge({ publicKeys: [...others, oursPem] })).toBe("good");
  });
});

describe("a header that is no signature is malformed", () => {
  const good = bridgeSignature(body, atMs, ours.privateKey);

  test.each([
    undefined,
    "",
    "t=1,v0=",
    good.replace("v0", "v1"),
    good.replace("t=", "t=-"),
    `${good},v0=AAAA`,
    good.replace(",", ";"),
    `${good}\n`,
    good.slice(0, -3),
    "x".repeat(100_000),
  ])("%j", (header) => {
    expect(judge({ header })).toBe("malformed");
  });

  test("or forged, but never good and never an error, whatever it is", () => {
    const parts = fc.string({ unit: "binary", maxLength: 400 });
    fc.assert(
      fc.property(
        fc.oneof(
          parts,
          parts.map((text) => `t=${atMs},v0=${Buffer.from(text).toString("base64")}`),
        ),
        (header) => {
          expect(judge({ header })).toMatch(/malformed|forged/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

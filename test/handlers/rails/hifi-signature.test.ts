import fc from "fast-check";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { judgeHifiToken } from "../../../functions/adapters/hifi/signature.ts";
import { signingKey } from "../../support/vendor-sim/keys.ts";

describe("HIFI's token", () => {
  const nowMs = Date.UTC(2026, 10, 2, 12);
  const { publicKey: pem, privateKey } = signingKey(0);
  const { publicKey: otherPem } = signingKey(1);

  function judge(authorization: string | undefined, publicKeys = [pem]) {
    return judgeHifiToken({ authorization, publicKeys, nowMs });
  }

  async function bearer(issuedMs: number | null = nowMs, alg = "RS256") {
    const jwt = new SignJWT({}).setProtectedHeader({ alg });
    if (issuedMs !== null) jwt.setIssuedAt(issuedMs / 1000);
    const key = alg === "HS256" ? Buffer.from(pem) : privateKey;
    return `Bearer ${await jwt.sign(key)}`;
  }

  test("is good under any of several keys", async () => {
    expect(await judge(await bearer())).toBe("good");
    expect(await judge(await bearer(), [otherPem, pem])).toBe("good");
  });

  test("is forged under another key, with another algorithm, or with none", async () => {
    const none = `Bearer ${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.AA`;
    expect(await judge(await bearer(), [otherPem])).toBe("forged");
    expect(await judge(await bearer(), [])).toBe("forged");
    expect(await judge(await bearer(nowMs, "HS256"))).toBe("forged");
    expect(await judge(await bearer(nowMs, "RS512"))).toBe("forged");
    expect(await judge(none)).toBe("forged");
  });

  test("is stale after ten minutes, and before its time", async () => {
    expect(await judge(await bearer(nowMs - 600_000))).toBe("good");
    expect(await judge(await bearer(nowMs - 661_000))).toBe("stale");
    expect(await judge(await bearer(nowMs + 61_000))).toBe("stale");
  });

  test("is forged under what is no RSA key, which does not stand in the way of a good one", async () => {
    expect(await judge(await bearer(), ["no key at all"])).toBe("forged");
    expect(await judge(await bearer(), ["no key at all", pem])).toBe("good");
  });

  test("is never good and never an error, whatever stands in the header", async () => {
    const [, head = "", claims = "", signature = ""] = /Bearer (.*)\.(.*)\.(.*)/.exec(await bearer()) ?? [];
    const word = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
    );
    const part = (good: string) => fc.oneof(fc.constant(good), word);
    await fc.assert(
      fc.asyncProperty(part(head), part(claims), word, async (one, two, three) => {
        fc.pre(three !== signature);
        expect(await judge(`Bearer ${one}.${two}.${three}`)).toMatch(/^(malformed|forged|stale)$/);
      }),
      { numRuns: 2000 },
    );
  });

  test("is malformed without its time, or where it is none", async () => {
    expect(await judge(await bearer(null))).toBe("malformed");
    for (const header of [undefined, "", "Bearer ", "Bearer a.b", "Basic a.b.c", "Bearer a.b.c d"])
      expect(await judge(header)).toBe("malformed");
    expect(await judge("Bearer a.b.c")).toBe("forged");
  });
});

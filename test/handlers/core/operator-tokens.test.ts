import { describe, expect, test } from "vitest";
import { operatorDigests } from "../../../functions/adapters/aws/lambda-operator-digests.ts";
import { operatorTokens } from "../../../functions/adapters/aws/secrets-operator-tokens.ts";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import { OperatorAuthenticator } from "../../../functions/http/operator-token.ts";
import type { HeaderOf } from "../../../functions/http/read-request.ts";

/** A token of the length that one must have. */
const whole = (token: string) => token.padEnd(43, "-");

/** A secret that the test changes, a clock that only the test moves, who tells its digests, and the door over all of it. */
function handlersOver(mode: "bearer" | "iam" | "both" = "both") {
  const response = { secret: {} as unknown, reads: 0, nowMs: 0, short: [] as string[] };
  const client = {
    send: async () => {
      response.reads += 1;
      return { SecretString: JSON.stringify(response.secret) };
    },
  };
  const tokens = operatorTokens(client as unknown as Parameters<typeof operatorTokens>[0], "arn:secret", {
    nowMs: () => response.nowMs,
    tooShort: (operator) => response.short.push(operator),
  });
  const teller = {
    send: async () => {
      const operators = (await tokens("again")).map(({ name, token }) => ({ name, sha256: secretDigest(token) }));
      return { Payload: { transformToString: () => JSON.stringify({ operators }) } };
    },
  };
  const digests = operatorDigests(teller as unknown as Parameters<typeof operatorDigests>[0], "operator-digests", {
    nowMs: () => response.nowMs,
  });
  const api = new OperatorAuthenticator(digests, mode);
  const bearer =
    (token: string): HeaderOf =>
    (name) =>
      name === "authorization" ? `Bearer ${token}` : undefined;
  const enter = (token: string) =>
    api.authenticate(bearer(token.length < 42 ? whole(token) : token), null, false).then(
      ({ actor }) => actor,
      ({ code }) => code as string,
    );
  const hold = (...operators: [name: string, token: string][]) => {
    response.secret = { operators: operators.map(([name, token]) => ({ name, token: whole(token) })) };
  };
  return { told: response, hold, enter };
}

describe("operators' tokens", () => {
  test("are read once and remembered for half a minute", async () => {
    const { told: response, hold, enter } = handlersOver();
    hold(["anna", "a1"], ["ben", "b1"]);
    expect([await enter("a1"), await enter("b1"), await enter("a1")]).toEqual([
      "operator:anna",
      "operator:ben",
      "operator:anna",
    ]);
    expect(response.reads).toBe(1);
    response.nowMs = 30_001;
    await enter("a1");
    expect(response.reads).toBe(2);
  });

  test("are rotated without a gap: old and new work side by side, the new one at once, the old one until it is taken away", async () => {
    const { told: response, hold, enter } = handlersOver();
    hold(["anna", "old"]);
    expect(await enter("old")).toBe("operator:anna");
    response.nowMs = 1_000;
    hold(["anna", "old"], ["anna", "new"]);
    expect([await enter("new"), await enter("old")]).toEqual(["operator:anna", "operator:anna"]);
    response.nowMs = 2_000;
    hold(["anna", "new"]);
    expect(await enter("new")).toBe("operator:anna");
    response.nowMs = 31_001;
    expect([await enter("old"), await enter("new")]).toEqual(["invalid_api_key", "operator:anna"]);
  });

  test("that nobody has make us look again at most once a second", async () => {
    const { told: response, hold, enter } = handlersOver();
    hold(["anna", "a1"]);
    for (let each = 0; each < 1000; each += 1) expect(await enter(`guess-${each}`)).toBe("invalid_api_key");
    expect(response.reads).toBe(1);
    response.nowMs = 1_000;
    await enter("guess");
    expect(response.reads).toBe(2);
  });

  test("open nothing where only IAM does", async () => {
    const { told: response, hold, enter } = handlersOver("iam");
    hold(["anna", "a1"]);
    expect(await enter("a1")).toBe("invalid_api_key");
    expect(response.reads).toBe(0);
  });

  test("of a fresh stack are the one that it was made with", async () => {
    const { told: response, enter } = handlersOver();
    response.secret = { name: "first-operator", token: whole("made-at-deploy") };
    expect(await enter("made-at-deploy")).toBe("operator:first-operator");
  });

  test("that are shorter than 32 random bytes open nothing, and are told of by their operator alone", async () => {
    const { told: response, enter } = handlersOver();
    const [short, long] = ["x".repeat(42), "y".repeat(43)];
    const both = [
      { name: "anna", token: short },
      { name: "ben", token: long },
    ];
    response.secret = { operators: both };
    expect([await enter(short), await enter(long)]).toEqual(["invalid_api_key", "operator:ben"]);
    expect(response.short).toEqual(["anna"]);
    response.secret = { name: "first-operator", token: "" };
    response.nowMs = 60_000;
    expect(await enter(long)).toBe("invalid_api_key");
  });
});

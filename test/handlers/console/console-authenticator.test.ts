import { beforeEach, describe, expect, test } from "vitest";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import { beginSession } from "../../../functions/app/core/console-sessions.ts";
import type { TokenDigest } from "../../../functions/domain/access/token-digest.ts";
import { ConsoleAuthenticator, sessionCookie } from "../../../functions/http/console-session.ts";
import { credentialCheck } from "../../../functions/http/operator-token.ts";
import { addressOf } from "../../../functions/http/read-request.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { eventOf } from "../../support/runner/lambdas.ts";

let api: TestApi;
let tokens: TokenDigest[];

beforeEach(() => {
  api = new TestApi();
  tokens = [
    { name: "anna", sha256: secretDigest("token-of-anna") },
    { name: "anna", sha256: secretDigest("second-token-of-anna") },
    { name: "bo", sha256: secretDigest("token-of-bo") },
  ];
});

function consoleAuthenticator(mode: "bearer" | "iam" | "both" = "both", secure = false): ConsoleAuthenticator {
  return new ConsoleAuthenticator({
    context: () => api.context,
    passkeys: "optional",
    stands: credentialCheck(async () => tokens, mode),
    cookie: "sluice-console",
    secure,
    host: "ops.example",
    refused: () => Promise.reject(new Error("nothing is refused here")),
  });
}

async function begun(actor: string, token: string | null): Promise<string> {
  const tokenSha256 = token === null ? null : secretDigest(token);
  return beginSession(api.context, { actor, tokenSha256 }, { address: "192.0.2.1", mostSessions: 10 });
}

function enter(at: ConsoleAuthenticator, secret: string, name = "sluice-console") {
  const header = (wanted: string) => (wanted === "cookie" ? `${name}=${secret}` : undefined);
  return at.authenticate(header, undefined).then(
    ({ actor }) => actor,
    (error: { code: string }) => error.code,
  );
}

describe("a session that began with a token", () => {
  test("ends with that token, though its operator has another", async () => {
    const secret = await begun("operator:anna", "token-of-anna");
    expect(await enter(consoleAuthenticator(), secret)).toBe("operator:anna");
    tokens = tokens.slice(1);
    expect(await enter(consoleAuthenticator(), secret)).toBe("not_signed_in");
    expect(await enter(consoleAuthenticator(), await begun("operator:anna", "second-token-of-anna"))).toBe(
      "operator:anna",
    );
  });

  test("ends when its token is somebody else's by now", async () => {
    const secret = await begun("operator:anna", "token-of-bo");
    expect(await enter(consoleAuthenticator(), secret)).toBe("not_signed_in");
  });

  test("is none where IAM alone opens the door", async () => {
    expect(await enter(consoleAuthenticator("iam"), await begun("operator:anna", "token-of-anna"))).toBe(
      "not_signed_in",
    );
  });
});

describe("a session that began with a link", () => {
  const arn = "arn:aws:sts::1:assumed-role/operators/anna";

  test("of an IAM principal is one where IAM opens the door", async () => {
    const secret = await begun(arn, null);
    expect(await enter(consoleAuthenticator("iam"), secret)).toBe(arn);
    expect(await enter(consoleAuthenticator("both"), secret)).toBe(arn);
    expect(await enter(consoleAuthenticator("bearer"), secret)).toBe("not_signed_in");
  });

  test("of a token's owner stands on the token that minted it", async () => {
    const secret = await begun("operator:bo", "token-of-bo");
    expect(await enter(consoleAuthenticator(), secret)).toBe("operator:bo");
    tokens = tokens.map((each) => (each.name === "bo" ? { ...each, sha256: secretDigest("new-token-of-bo") } : each));
    expect(await enter(consoleAuthenticator(), secret)).toBe("not_signed_in");
  });

  test("of an operator that says no token is none, whatever tokens they have", async () => {
    const secret = await begun("operator:bo", null);
    expect(await enter(consoleAuthenticator(), secret)).toBe("not_signed_in");
  });
});

describe("the cookie", () => {
  test("over https is bound to its host and never sent in the clear", async () => {
    const secret = await begun("operator:anna", "token-of-anna");
    expect(sessionCookie("sluice-console", true, secret)["set-cookie"]).toBe(
      `__Host-sluice-console=${secret}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(await enter(consoleAuthenticator("both", true), secret, "__Host-sluice-console")).toBe("operator:anna");
    // One that a neighbour's page could have set is none.
    expect(await enter(consoleAuthenticator("both", true), secret)).toBe("not_signed_in");
  });
});

describe("where a request comes from", () => {
  const from = (sourceIp: string | null, forwarded?: string) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
    const event = eventOf({ method: "POST", path: "/console/sign-in", headers });
    const identity = { sourceIp } as typeof event.requestContext.identity;
    return { ...event, requestContext: { ...event.requestContext, identity } };
  };

  test("is the gateway's word; a header is believed behind the local forwarder alone", () => {
    expect(addressOf(from("203.0.113.9", "198.51.100.1"), false)).toBe("203.0.113.9");
    expect(addressOf(from("203.0.113.9", "198.51.100.1"), true)).toBe("198.51.100.1");
    expect(addressOf(from("203.0.113.9"), true)).toBe("203.0.113.9");
    expect(addressOf(from("2001:db8::1"), false)).toBe("2001:db8::1");
    for (const wrong of ["", "unknown", "lockout#x", "1.2.3.4, 5.6.7.8"])
      expect(addressOf(from(wrong), false)).toBe("unknown");
  });
});

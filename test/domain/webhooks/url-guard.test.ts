import type { LookupAddress, lookup } from "node:dns";
import { describe, expect, test } from "vitest";
import {
  DnsUrlGuard,
  guardedLookup,
  isAddressAllowed,
  literalProblem,
} from "../../../functions/adapters/http/url-guard.ts";
import { badUrls, privateHosts, publicHosts, publicNames } from "../../support/webhooks/url-vectors.ts";

describe("a webhook URL as it is written", () => {
  test(`is tried in ${privateHosts.length + badUrls.length} hostile ways, at least 60`, () => {
    expect(new Set(privateHosts).size + new Set(badUrls).size).toBeGreaterThanOrEqual(60);
    expect(new Set([...privateHosts, ...badUrls]).size).toBe(privateHosts.length + badUrls.length);
  });

  test.each(privateHosts)("may not lead to %s, whatever the path and port", async (host) => {
    for (const url of [`https://${host}/`, `https://${host}:8443/hook?x=1`, `http://${host}/`])
      expect(literalProblem(url, false)).toEqual(expect.any(String));
    expect(await new DnsUrlGuard(false).problem(`https://${host}/`)).toEqual(expect.any(String));
  });

  test.each(badUrls)("may not be %j", async (url) => {
    expect(literalProblem(url, false)).toEqual(expect.any(String));
    expect(await new DnsUrlGuard(false).problem(url)).toEqual(expect.any(String));
  });

  test.each([...publicHosts, ...publicNames])("may lead to %s", (host) => {
    expect(literalProblem(`https://${host}/hook`, false)).toBeUndefined();
  });

  test("may name the ports of https, and in the local sandbox those of a program of one's own", () => {
    const taken = (ports: readonly number[], url: string, local: boolean) =>
      ports.filter((port) => new DnsUrlGuard(local).writtenProblem(url.replace("PORT", String(port))) === undefined);
    const ports = [
      1, 9, 22, 25, 53, 80, 443, 465, 1024, 3000, 5432, 6000, 6379, 6667, 8080, 8443, 10_080, 11_211, 65_535,
    ];
    expect(taken(ports, "https://example.com:PORT/", false)).toEqual([443, 8443]);
    expect(taken(ports, "http://127.0.0.1:PORT/", true)).toEqual([1, 9, 80, 443, 1024, 3000, 8080, 8443, 65_535]);
    // What was registered before there were only these is called where it is, but for the ports of other protocols.
    expect(ports.filter((port) => literalProblem(`https://example.com:${port}/`, false) === undefined)).toEqual([
      ...[1, 9, 80, 443, 1024, 3000, 8080, 8443, 65_535],
    ]);
  });

  test("may lead to loopback in the local sandbox, and nowhere else that is private", () => {
    for (const host of ["127.0.0.1", "127.1", "[::1]", "localhost", "[::ffff:127.0.0.1]"])
      expect(literalProblem(`http://${host}:3000/`, true)).toBeUndefined();
    for (const host of [
      "10.0.0.1",
      "169.254.169.254",
      "0.0.0.0",
      "[::]",
      "[fd00::1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
    ])
      expect(literalProblem(`http://${host}/`, true)).toBe("not a public address");
  });
});

describe("an address that a name resolves to", () => {
  test.each(["", "localhost", "127.1", "2130706433", "0x7f.1", "::1%lo", "fe80::1%eth0", "1.2.3.4 ", "[::1]"])(
    "is not called when it is no plain address: %j",
    (address) => {
      expect(isAddressAllowed(address, false)).toBe(false);
      expect(isAddressAllowed(address, true)).toBe(false);
    },
  );

  const literals = privateHosts.filter((host) => /^(\d+\.){3}\d+$|^\[/.test(host) && URL.canParse(`http://${host}`));

  test.each(literals)("is not called when it is %s", (host) => {
    expect(isAddressAllowed(host.replace(/^\[|\]$/g, ""), false)).toBe(false);
  });
});

/** A resolver that gives these answers one after the other. */
function resolver(...answers: readonly (readonly string[])[]): typeof lookup {
  let at = 0;
  const resolve = (_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
    const answer = answers[Math.min(at++, answers.length - 1)] ?? [];
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return resolve as typeof lookup;
}

function connectTo(resolve: typeof lookup, local = false, all = false): () => Promise<unknown> {
  const guarded = guardedLookup(local, resolve);
  return () =>
    new Promise((ok, no) => guarded("hooks.example.com", { all }, (error, found) => (error ? no(error) : ok(found))));
}

describe("a name that is looked up to connect", () => {
  test("gives exactly the addresses that were checked", async () => {
    const found = [
      { address: "8.8.8.8", family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ];
    const answer = resolver(["8.8.8.8", "2606:4700::1111"]);
    expect(await connectTo(answer)()).toBe("8.8.8.8");
    expect(await connectTo(answer, false, true)()).toEqual(found);
  });

  test.each([
    [["8.8.8.8", "127.0.0.1"]],
    [["127.0.0.1", "8.8.8.8"]],
    [["8.8.8.8", "::1"]],
    [["8.8.8.8", "::ffff:169.254.169.254"]],
    [["2606:4700::1111", "64:ff9b::a00:1"]],
    [["fe80::1%eth0"]],
    [[]],
  ])("is not connected to when it resolves to %j", async (answer) => {
    await expect(connectTo(resolver(answer))()).rejects.toThrow("not a public address");
    await expect(connectTo(resolver(answer), false, true)()).rejects.toThrow("not a public address");
  });

  test("is checked anew each time, so that an answer that changes after registration is caught", async () => {
    const connect = connectTo(resolver(["8.8.8.8"], ["169.254.169.254"]));
    expect(await connect()).toBe("8.8.8.8");
    await expect(connect()).rejects.toThrow("not a public address");
  });

  test("may be loopback in the local sandbox, and nothing else that is private", async () => {
    expect(await connectTo(resolver(["127.0.0.1"]), true)()).toBe("127.0.0.1");
    await expect(connectTo(resolver(["127.0.0.1", "10.0.0.1"]), true)()).rejects.toThrow("not a public address");
  });
});

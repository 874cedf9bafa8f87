import { describe, expect, test } from "vitest";
import { isWebsite, withScheme } from "../../../functions/domain/core/website.ts";

describe("a web address as people type it", () => {
  test.each([
    ["acme.test", "https://acme.test"],
    ["acme.test:8080/a", "https://acme.test:8080/a"],
    ["http://acme.test", "http://acme.test"],
    ["HTTPS://acme.test", "HTTPS://acme.test"],
    ["mailto:a@acme.test", "mailto:a@acme.test"],
    ["svn+ssh://acme.test", "svn+ssh://acme.test"],
    ["1http:a", "https://1http:a"],
    ["", "https://"],
  ])("%j gets the scheme that is left out", (typed, whole) => {
    expect(withScheme(typed)).toBe(whole);
  });

  test.each([
    "https://acme.test",
    "http://www.acme.co.uk/a?b#c",
    "https://acme.test:444",
    "https://xn--bcher-kva.test",
    "https://4acme.7up",
  ])("%s is a website", (text) => {
    expect(isWebsite(text)).toBe(true);
  });

  test.each([
    ["no address", "acme"],
    ["another scheme", "ftp://acme.test"],
    ["a scheme that only begins so", "httpsx://acme.test"],
    ["a scheme that only ends so", "xhttp://acme.test"],
    ["a user", "https://anna@acme.test"],
    ["a password", "https://:secret@acme.test"],
    ["a name without a dot", "https://localhost"],
    ["an IPv4 address", "https://10.0.0.7"],
    ["a number that is one", "https://7"],
    ["an IPv6 address", "https://[::1]"],
    ["an empty label", "https://acme..test"],
    ["a dot at the end", "https://acme.test."],
    ["a dot at the start", "https://.acme.test"],
  ])("%s is none", (_, text) => {
    expect(isWebsite(text)).toBe(false);
  });
});

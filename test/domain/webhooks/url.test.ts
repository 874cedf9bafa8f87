import { describe, expect, test } from "vitest";
import { webhookUrlProblem } from "../../../functions/domain/webhooks/url.ts";

describe("a webhook's URL", () => {
  test.each(["https://example.com/hook", "https://example.com:8443/hook?x=1", "https://[2001:db8::1]/"])(
    "%s is taken",
    (url) => {
      expect(webhookUrlProblem(url, { local: false })).toBeUndefined();
    },
  );

  test.each([
    "",
    "hook",
    "//example.com/hook",
    "http://example.com/hook",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
    "https://example.com:0/",
    "https://example.com/#part",
    "https://",
    "https://exa mple.com/",
    "https://example.com:99999/",
    "https://exa\nmple.com/",
    "https://example.com/\r\nX-Evil: 1",
    " https://example.com/",
    "https://example.com/\u0000",
    "https://example.com/\ud800",
  ])("%j is refused", (url) => {
    expect(webhookUrlProblem(url, { local: false })).toEqual(expect.any(String));
  });

  test("may be plain http in the local sandbox alone", () => {
    expect(webhookUrlProblem("http://127.0.0.1:4003/", { local: true })).toBeUndefined();
    expect(webhookUrlProblem("ftp://127.0.0.1/", { local: true })).toBe("https only");
  });
});

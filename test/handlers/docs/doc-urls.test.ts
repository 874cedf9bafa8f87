import { afterAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { internalError, problem } from "../../../functions/http/problem.ts";
import type { DocsSite } from "../../../functions/pages/docs/guides.ts";
import { railsSite } from "../../../functions/pages/docs/guides.ts";
import { handler as rails } from "../../../functions/pages/docs/handler.ts";
import { handler as screening } from "../../../functions/pages/docs/screening-docs.ts";
import { screeningSite } from "../../../functions/pages/docs/screening-site.ts";
import { listen } from "../../support/runner/deployed.ts";
import { eventOf } from "../../support/runner/lambdas.ts";

afterAll(listen(() => undefined));

const style = { docsUrl: "https://api.example.com/docs", asProblem: false };

/** Codes that the gateway, or a local sandbox's host, gives by itself, before any Lambda. */
const ofGateway = [
  ...["invalid_request", "missing_api_key", "invalid_api_key", "body_too_large", "rate_limited"],
  ...["method_not_allowed", "headers_too_large", "request_timeout", "starting"],
];

describe.each([
  ["the rails", railsSite, rails],
  ["the screening interface", screeningSite, screening],
] as const)("the docUrl of an error of %s", (_, site: DocsSite, handler) => {
  test("leads to the place that explains its code, whichever it is", async () => {
    const refusals = site.codes.map((code) => problem(new Refusal(code, "no"), "req_1", style));
    const bodies = [...refusals, internalError("req_1", style)].map(({ body }) => JSON.parse(String(body)));
    const page = await handler(eventOf({ method: "GET", path: "/docs/errors", headers: {} }));
    expect(bodies.length).toBeGreaterThan(20);
    for (const { code, docUrl } of bodies) {
      const { origin, pathname, hash } = new URL(docUrl);
      expect([origin, pathname]).toEqual(["https://api.example.com", "/docs/errors"]);
      expect(hash).toBe(`#${code}`);
      expect(page.body).toContain(`id="${hash.slice(1)}"`);
    }
    for (const code of ofGateway) expect(page.body).toContain(`id="${code}"`);
  });
});

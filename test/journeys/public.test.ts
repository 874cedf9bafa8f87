import { describe, expect, test } from "vitest";
import { operations } from "../../functions/contract/billing.ts";
import { operatorDocOperations, publicOperations } from "../../functions/contract/shared/public.ts";
import { endpoints, nobody, operator, TestTenant } from "../support/journeys/journey.ts";

const { getHealth, getCapabilities } = publicOperations;

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function routesOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
}

describe("anybody", () => {
  test("reads how the service is", async () => {
    expect(await nobody.call(getHealth)).toEqual({
      service: "sluice",
      status: "ok",
      version: "0.2.0",
      adapter: "mock",
      kyt: expect.objectContaining({ mock: true }),
    });
  });

  test("reads what it can do, and only what is served is available", async () => {
    const report = await nobody.call(getCapabilities);
    expect(report).toMatchObject({ service: "sluice", settlementAdapter: "mock", ts: expect.any(String) });
    const { capabilities } = report;
    for (const name of ["invoicing", "ach_collection", "stablecoin_settlement", "kyt_screening"] as const)
      expect(capabilities[name]).toEqual({ available: true, docs: "/docs/payments" });
    expect(capabilities.managed_escrow).toMatchObject({
      available: false,
      code: "escrow_hold_unsupported",
      status: 409,
      endpoint: "POST /api/v1/escrow/{id}/fund",
      reason: expect.any(String),
    });
    expect(capabilities.refunds).toMatchObject({
      ...{ available: false, code: "refund_unsupported", status: 409 },
      ...{ endpoint: "POST /api/v1/payments/{id}/refund", docs: "/docs/payments" },
    });
  });

  test("reads the OpenAPI document of tenant and public routes, the same at both addresses", async () => {
    const [one, two] = [await nobody.send("GET", "/api/docs"), await nobody.send("GET", "/docs/openapi.json")];
    expect(one.text).toBe(two.text);
    const document = JSON.parse(one.text) as Document;
    expect([document.openapi.slice(0, 3), document.info.version]).toEqual(["3.1", "0.2.0"]);
    const served = operations.filter((op) => op.caller === "tenant");
    for (const { method, path } of served) expect(routesOf(document)).toContain(`${method.toLowerCase()} ${path}`);
    expect(routesOf(document).filter((route) => route.includes("/admin"))).toEqual([]);
  });
});

test("operators read the document of their own routes", async () => {
  const document = (await operator.call(operatorDocOperations.getOperatorDocs)) as unknown as Document;
  const served = operations.filter((op) => op.caller === "operator" && op.path.startsWith("/admin"));
  for (const { method, path } of served) expect(routesOf(document)).toContain(`${method.toLowerCase()} ${path}`);
});

describe("a collection link", () => {
  test("opens the invoice for whoever holds it, and no other link does", async () => {
    const tenant = await TestTenant.create();
    const made = await tenant.draft(4_200);
    expect(made.collectionLink).toMatch(new RegExp(`^${endpoints.onboardUrl}/i/[A-Za-z0-9_-]{43}$`));
    const reply = await fetch(made.collectionLink);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toMatch(/^text\/html/);
    expect(reply.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
    expect(await reply.text()).toContain(made.number);
    const token = made.collectionLink.slice(-43);
    const flipped = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const wrong of ["x".repeat(43), flipped, token.slice(1), `${token}x`, made.id, "%00"])
      expect((await fetch(`${endpoints.onboardUrl}/i/${wrong}`)).status, wrong).toBe(404);
  });
});

import { describe, expect, it } from "vitest";
import { allOperations, lambdas } from "../../functions/api/contract.ts";
import {
  allScreeningOperations,
  screeningInnerLambdas,
  screeningLambdas,
} from "../../functions/api/screening-contract.ts";
import { innerLambdas } from "../../lib/inner-lambdas.ts";
import { type GatewayRoute, gatewayRoutes } from "../../lib/routes.ts";

/** What API Gateway does: the most specific resource that serves the method, a {proxy+} last. */
function routed(routes: readonly GatewayRoute[], method: string, path: string): string | undefined {
  const segments = path.split("/").slice(1);
  const score = (route: GatewayRoute): number[] | null => {
    const wanted = route.path.split("/").slice(1);
    const greedy = wanted.at(-1) === "{proxy+}";
    if (greedy ? segments.length < wanted.length : segments.length !== wanted.length) return null;
    const ranks = wanted.map((want, at) => {
      if (want === "{proxy+}") return 1;
      if (want.startsWith("{")) return 2;
      return want === segments[at] ? 3 : 0;
    });
    return ranks.includes(0) ? null : ranks;
  };
  const found = routes
    .filter((route) => route.method === "ANY" || route.method === method)
    .flatMap((route) => {
      const ranks = score(route);
      return ranks === null ? [] : [{ route, rank: `${ranks.join("")}${route.method === "ANY" ? 0 : 1}` }];
    })
    .toSorted((a, b) => (a.rank < b.rank ? 1 : -1));
  return found[0]?.route.lambda;
}

const products = [
  ["the rails", allOperations, "public"],
  ["the screening interface", allScreeningOperations, "screening-public"],
] as const;

describe.each(products)("the gateway of %s", (_, operations, catchAll) => {
  const routes = gatewayRoutes(operations, catchAll);

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    "brings %s to its Lambda",
    (_id, operation) => {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, "x_1");
      expect(routed(routes, operation.method, path)).toBe(operation.lambda);
    },
  );

  it.each(["/nope", "/admin", "/api/v1", "/api/v1/nope/x"])("leaves %s to the catch-all", (path) => {
    expect(routed(routes, "GET", path)).toBe(catchAll);
  });

  it("spends no resource twice", () => {
    const spent = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(spent).size).toBe(spent.length);
  });
});

describe("the Lambdas of both products", () => {
  it("have names of their own, since each is a function's name in one account", () => {
    const rails = Object.keys({ ...lambdas, ...innerLambdas });
    const screening = Object.keys({ ...screeningLambdas, ...screeningInnerLambdas });
    expect(screening.length).toBeGreaterThan(2);
    expect(screening.filter((name) => rails.includes(name))).toEqual([]);
  });
});

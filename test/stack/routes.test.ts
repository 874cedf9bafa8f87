import { describe, expect, it } from "vitest";
import { allOperations, lambdas } from "../../functions/contract/billing.ts";
import { screeningInnerLambdas } from "../../functions/contract/screening/contract.ts";
import { allScreeningOperations, screeningLambdas } from "../../functions/contract/screening.ts";
import type { Operation } from "../../functions/http/operation.ts";
import { innerLambdas } from "../../lib/api/background-lambdas.ts";
import { type GatewayRoute, gatewayRoutes } from "../../lib/api/routes.ts";

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

function resourcesIn(routes: readonly GatewayRoute[]): Set<string> {
  return new Set(routes.map(({ path }) => path));
}

/** Parents with more than one variable child. */
function rivalsIn(routes: readonly GatewayRoute[]): string[] {
  const variable = [...resourcesIn(routes)].filter((path) => path.endsWith("}"));
  const parents = variable.map((path) => path.slice(0, path.lastIndexOf("/")));
  return parents.filter((parent, at) => parents.indexOf(parent) !== at);
}

/** Paths that name two of their parameters alike. */
function ambiguousIn(routes: readonly GatewayRoute[]): string[] {
  return [...resourcesIn(routes)].filter((path) => {
    const names = path.match(/\{[^}]+\}/g) ?? [];
    return new Set(names).size < names.length;
  });
}

/** All but one operation; others may share its path. */
function without(operations: readonly Operation[], gone: Operation): Operation[] {
  return operations.filter((operation) => operation !== gone);
}

const products = [
  ["the rails", allOperations, { everybody: "public", operators: "operator-docs" }],
  [
    "the screening interface",
    allScreeningOperations,
    { everybody: "screening-public", operators: "screening-operator-docs" },
  ],
] as const;

describe.each(products)("the gateway of %s", (_, operations, catchAll) => {
  const routes = gatewayRoutes(operations, catchAll);

  it("names no two parameters of a path alike", () => {
    expect(ambiguousIn(routes)).toEqual([]);
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    "brings %s to its Lambda",
    (_id, operation) => {
      const path = operation.path.replaceAll(/\{[^}]+\}/g, "x_1");
      expect(routed(routes, operation.method, path)).toBe(operation.lambda);
    },
  );

  it.each(["/nope", "/api/v1", "/api/v1/nope/x", "/administer"])("leaves %s to the catch-all", (path) => {
    expect(routed(routes, "GET", path)).toBe(catchAll.everybody);
  });

  it.each(["/admin", "/admin/nope", "/admin/nope/x/y"])("leaves %s to the operators' catch-all", (path) => {
    expect(routed(routes, "GET", path)).toBe(catchAll.operators);
  });

  it("gives no resource two variable children", () => {
    expect(rivalsIn(routes)).toEqual([]);
  });

  it("needs the same resources for a path whichever other operation is gone", () => {
    const before = resourcesIn(routes);
    for (const gone of operations) {
      const after = resourcesIn(gatewayRoutes(without(operations, gone), catchAll));
      const vanished = [...before].filter((path) => !after.has(path));
      expect([...after].filter((path) => !before.has(path))).toEqual([]);
      const isOfGone = (path: string) => [...resourcesIn(gatewayRoutes([gone], catchAll))].includes(path);
      expect(vanished.filter((path) => !isOfGone(path))).toEqual([]);
    }
  });

  it("keeps the resources of a path that is closed, and leads them to the catch-all", () => {
    for (const gone of operations) {
      const after = gatewayRoutes(without(operations, gone), catchAll, [gone.path]);
      expect(resourcesIn(after)).toEqual(resourcesIn(routes));
    }
    const closed = gatewayRoutes(
      [],
      catchAll,
      operations.map(({ path }) => path),
    );
    expect(resourcesIn(closed)).toEqual(resourcesIn(routes));
    expect(new Set(closed.map(({ lambda }) => lambda))).toEqual(new Set(Object.values(catchAll)));
  });

  it("answers every method at every resource", () => {
    const answered = routes.filter(({ method }) => method === "ANY").map(({ path }) => path);
    expect(new Set(answered)).toEqual(resourcesIn(routes));
  });

  it("spends no resource twice", () => {
    const spent = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(spent).size).toBe(spent.length);
  });
});

describe("two Lambdas that serve one method of a branch", () => {
  it("are refused by name, since one resource leads to one of them only", () => {
    const [first] = allOperations;
    if (first === undefined) throw new Error("no operation");
    const rivals = [
      { ...first, path: "/docs/one", lambda: "docs" },
      { ...first, path: "/docs/two", lambda: "pages" },
    ];
    expect(() => gatewayRoutes(rivals, { everybody: "public", operators: "operator-docs" })).toThrow(
      "docs and pages both serve GET /docs/{proxy+}: give them one Lambda, or set one path apart",
    );
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

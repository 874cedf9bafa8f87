import type { Operation } from "../../functions/http/operation.ts";

/** The operations of a deployment: production serves no sandbox tools. */
export function servedOperations(operations: readonly Operation[], production: boolean): Operation[] {
  return operations.filter((operation) => !production || operation.sandboxOnly !== true);
}

/** Whether an operation is the operators' console's: pages and forms for a browser, which cannot sign requests. */
export function isConsole({ path }: Pick<Operation, "path">): boolean {
  return path === "/console" || path.startsWith("/console/");
}

/** Whether a path is on the operators' side: theirs to call or to look at. Everything else is tenants', payers' and vendors'. */
export function isOperators(path: string): boolean {
  return /^\/(admin|console)(\/|$)/.test(path);
}

/** Whether a path is the operators' to call, and no page of theirs. */
export function isAdmin(path: string): boolean {
  return isOperators(path) && !isConsole({ path });
}

/** Whether a path is the tenants' to call, vendors' callbacks among them. */
export function isTenants(path: string): boolean {
  return /^\/api(\/|$)/.test(path);
}

/** One method of one gateway resource, and the Lambda behind it. */
export interface GatewayRoute {
  readonly path: string;
  readonly method: string;
  readonly lambda: string;
}

/**
 * Where a path's resources end: what lies below is one `{proxy+}`, and its Lambda tells the routes apart. `*` is any
 * noun. Every other path has a resource for each of its segments.
 */
const branches = [
  "/console/*",
  "/assets",
  "/brand",
  "/docs",
  "/i/{id}",
  "/i/{id}/credit-notes",
  "/k",
  "/playground",
  "/s",
  "/signup",
];

/** The Lambdas that answer what no contract names: one under /admin, where it takes a credential to be told that there is nothing, and one everywhere else. */
export interface CatchAll {
  readonly everybody: string;
  readonly operators: string;
}

/** Paths below a branch with a resource of their own, since another Lambda serves the same method beside them. */
const apart = ["/docs/openapi.json", "/i/{id}/pdf"];

/**
 * The gateway's resources, and for each method the Lambda behind it. Which resources a path needs depends on that path
 * alone: the gateway allows a parent one variable child and refuses an update that changes it. So every parameter is
 * named by its place, a branch's only variable child is `{proxy+}`, and each resource answers every method. What no
 * contract names goes to a Lambda of `catchAll`, and so do the `closed` paths, which keep their resources.
 */
export function gatewayRoutes(
  operations: readonly Operation[],
  catchAll: CatchAll,
  closed: readonly string[] = [],
): GatewayRoute[] {
  const served = new Map<string, Operation[]>([
    ["/", []],
    ["/{proxy+}", []],
  ]);
  for (const path of [...operations.map((operation) => operation.path), ...closed])
    for (const resource of [...resourcesOf(path), ...(isAdmin(path) ? ["/admin/{proxy+}"] : [])])
      if (!served.has(resource)) served.set(resource, []);
  for (const operation of operations) served.get(placeOf(operation.path))?.push(operation);
  const ownerOf = (path: string): string =>
    mainOf(served.get(path)) ??
    mainOf(served.get(besideProxy(path))) ??
    catchAll[isAdmin(path) ? "operators" : "everybody"];
  return [...served]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, inside]) => methodsOf(path, inside, ownerOf(path)));
}

/** The resource that serves a path of the contract: `/console/tenants/{proxy+}` for `/console/tenants/{id}/keys`. */
function placeOf(path: string): string {
  const canonical = withCanonicalNames(path);
  if (apart.includes(canonical)) return canonical;
  const branch = branchAbove(canonical);
  return branch === undefined ? canonical : `${branch}/{proxy+}`;
}

/** Parameters by their place, `{id}`, `{id2}` and so on: a gateway takes no name twice in one path. */
function withCanonicalNames(path: string): string {
  let count = 0;
  return path.replaceAll(/\{[^{}]+\}/g, () => {
    count += 1;
    return count === 1 ? "{id}" : `{id${count}}`;
  });
}

/** Every resource that a path needs, the root apart: those above it, its own, and the `{proxy+}` of each branch among them. */
function resourcesOf(path: string): string[] {
  const place = placeOf(path);
  const segments = place.split("/").filter((segment) => segment !== "");
  const above = segments.map((_, at) => `/${segments.slice(0, at + 1).join("/")}`);
  return [...above, ...above.filter(isBranchAlways).map((branch) => `${branch}/{proxy+}`)];
}

/** The lowest branch that a path lies below. */
function branchAbove(path: string): string | undefined {
  const segments = path.split("/").slice(1);
  const above = segments.map((_, at) => `/${segments.slice(0, at).join("/")}`).slice(1);
  return above.findLast((prefix) => branches.some((branch) => isAt(branch, prefix)));
}

/** Whether a branch answers below itself even where nothing is: the console, whose nouns are branches of their own. */
function isBranchAlways(path: string): boolean {
  return branches.includes(`${path}/*`);
}

function isAt(branch: string, path: string): boolean {
  const wanted = branch.split("/");
  const found = path.split("/");
  return wanted.length === found.length && wanted.every((segment, at) => segment === found[at] || segment === "*");
}

/** All methods of a resource to its owner, but for those that another Lambda serves there. */
function methodsOf(path: string, operations: readonly Operation[], owner: string): GatewayRoute[] {
  const byMethod = new Map<string, string>();
  for (const { method, lambda } of operations) {
    const other = byMethod.get(method) ?? lambda;
    if (other !== lambda)
      throw new Error(
        `${other} and ${lambda} both serve ${method} ${path}: give them one Lambda, or set one path apart in lib/api/routes.ts.`,
      );
    byMethod.set(method, lambda);
  }
  const others = [...byMethod].filter(([, lambda]) => lambda !== owner);
  return [
    { path, method: "ANY", lambda: owner },
    ...others.map(([method, lambda]) => ({ path, method, lambda })).toSorted(byName),
  ];
}

function byName(one: GatewayRoute, other: GatewayRoute): number {
  return one.method < other.method ? -1 : 1;
}

/** The Lambda that answers for a resource: whose pages are read there, else whoever serves most paths; of two, the one whose name comes first. */
function mainOf(operations: readonly Operation[] = []): string | null {
  const pages = operations.filter(({ method }) => method === "GET");
  const paths = new Map<string, Set<string>>();
  for (const { lambda, path } of pages.length > 0 ? pages : operations)
    paths.set(lambda, (paths.get(lambda) ?? new Set()).add(path));
  const ranked = [...paths].toSorted(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1));
  return ranked[0]?.[0] ?? null;
}

/** A branch for its `{proxy+}`, and that for a branch: whoever serves one answers for the other where nobody does. */
function besideProxy(path: string): string {
  return path.endsWith("/{proxy+}") ? path.slice(0, -"/{proxy+}".length) : `${path}/{proxy+}`;
}

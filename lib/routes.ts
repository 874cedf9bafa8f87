import type { Operation } from "../functions/http/operation.ts";

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

/** One method of one gateway resource, and the Lambda behind it. */
export interface GatewayRoute {
  readonly path: string;
  readonly method: string;
  readonly lambda: string;
}

interface Node {
  readonly path: string;
  readonly operations: Operation[];
  readonly children: Map<string, Node>;
}

/**
 * The fewest gateway resources that bring every operation to its Lambda: an explicit one where a Lambda serves
 * just that path, one `{proxy+}` for the rest of a noun's. The gateway prefers the explicit one. Everything
 * that no contract names goes to `catchAll`.
 */
export function gatewayRoutes(operations: readonly Operation[], catchAll: string): GatewayRoute[] {
  const root = newNode("");
  for (const operation of operations) insert(root, operation);
  const routes = place(root, catchAll);
  const without = routes.filter((route) => route.path !== "/{proxy+}");
  if (!without.some((route) => route.path === "/"))
    without.push({ path: "/", method: "ANY", lambda: catchAll });
  return [...without, { path: "/{proxy+}", method: "ANY", lambda: catchAll }];
}

/** Routes for a node and all below it, given the Lambda whose `{proxy+}` further up already covers them. */
function place(node: Node, coveredBy: string): GatewayRoute[] {
  const inside = [...node.operations, ...below(node)];
  if (inside.every((operation) => operation.lambda === coveredBy)) return [];
  if (node.path !== "") {
    const apart = [...node.children.values()].filter((child) => isAlone(child, inside));
    const rest = inside.filter((operation) => !apart.some((child) => isBelow(child, operation)));
    const byMethod = lambdaPerMethod(rest);
    if (byMethod !== null)
      return [...splitByMethod(node, rest, byMethod), ...apart.flatMap((child) => place(child, ""))];
  }
  const owner = proxyOwner(node, coveredBy);
  return [
    ...atPath(node),
    ...(owner === coveredBy ? [] : [{ path: `${node.path}/{proxy+}`, method: "ANY", lambda: owner }]),
    ...[...node.children.values()].flatMap((child) => place(child, owner)),
  ];
}

/** Lambdas by method, where each method has just one and some path has more than one: pages and their forms. */
function lambdaPerMethod(operations: readonly Operation[]): Map<string, string> | null {
  const isShared = ({ path, lambda }: Operation) =>
    operations.some((other) => other.path === path && other.lambda !== lambda);
  if (!operations.some(isShared)) return null;
  const found = new Map<string, string>();
  for (const { method, lambda } of operations) {
    if ((found.get(method) ?? lambda) !== lambda) return null;
    found.set(method, lambda);
  }
  return new Set(found.values()).size > 1 ? found : null;
}

/** Whether a branch is one Lambda's, which serves nothing beside it. */
function isAlone(branch: Node, among: readonly Operation[]): boolean {
  const own = [...branch.operations, ...below(branch)];
  const lambda = own[0]?.lambda;
  return among.every((each) => (each.lambda === lambda) === own.includes(each));
}

function isBelow(branch: Node, operation: Operation): boolean {
  return branch.operations.includes(operation) || below(branch).includes(operation);
}

function splitByMethod(
  node: Node,
  operations: readonly Operation[],
  byMethod: ReadonlyMap<string, string>,
): GatewayRoute[] {
  const main = mostFrequent(operations, "") ?? "";
  const paths = [
    ...(node.operations.length > 0 ? [node.path] : []),
    ...(node.children.size > 0 ? [`${node.path}/{proxy+}`] : []),
  ];
  return paths.flatMap((path) => [
    { path, method: "ANY", lambda: main },
    ...[...byMethod].flatMap(([method, lambda]) => (lambda === main ? [] : [{ path, method, lambda }])),
  ]);
}

function atPath(node: Node): GatewayRoute[] {
  const path = node.path === "" ? "/" : node.path;
  const main = mostFrequent(node.operations, "");
  if (main === null) return [];
  const others = node.operations.filter((operation) => operation.lambda !== main);
  return [
    { path, method: "ANY", lambda: main },
    ...others.map((operation) => ({ path, method: operation.method, lambda: operation.lambda })),
  ];
}

// Only a noun gets a {proxy+}: a path that is served itself or that has an {id} below; /api or /admin is none.
function proxyOwner(node: Node, coveredBy: string): string {
  const isNoun =
    node.path !== "" && (node.operations.length > 0 || [...node.children.keys()].some(isParameter));
  return isNoun ? (mostFrequent(below(node), coveredBy) ?? coveredBy) : coveredBy;
}

function mostFrequent(operations: readonly Operation[], preferred: string): string | null {
  const paths = new Map<string, Set<string>>();
  for (const { lambda, path } of operations) paths.set(lambda, (paths.get(lambda) ?? new Set()).add(path));
  const ranked = [...paths].sort(
    ([a, ofA], [b, ofB]) =>
      ofB.size - ofA.size || Number(b === preferred) - Number(a === preferred) || (a < b ? -1 : 1),
  );
  return ranked[0]?.[0] ?? null;
}

function below(node: Node): Operation[] {
  return [...node.children.values()].flatMap((child) => [...child.operations, ...below(child)]);
}

// The gateway allows one parameter name per place, so {id} and {tenantId} there are one node.
function insert(root: Node, operation: Operation): void {
  let node = root;
  for (const segment of operation.path.split("/").filter((part) => part !== "")) {
    const key = isParameter(segment) ? ([...node.children.keys()].find(isParameter) ?? segment) : segment;
    let child = node.children.get(key);
    if (child === undefined) {
      child = newNode(`${node.path}/${key}`);
      node.children.set(key, child);
    }
    node = child;
  }
  node.operations.push(operation);
}

function newNode(path: string): Node {
  return { path, operations: [], children: new Map() };
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

import { allOperations } from "../../../functions/contract/billing.ts";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import type { HttpMethod, Operation } from "../../../functions/http/operation.ts";
import type { Visit } from "../visit.ts";

const atOnce = 6;
const guarded = ["tenant", "operator", "rail", "vendor"];
const rareMethods: readonly HttpMethod[] = ["DELETE", "PUT", "PATCH", "POST"];

/** A request without a credential, and what its answer lacks; undefined where it is as it must be. */
interface Probe {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly lacks: (status: number, code: unknown, allow: string | null) => string | undefined;
}

/** Each operation, a method that its path has not, and a path that nobody serves, asked by nobody: the gateway brings all of them to the Lambda that knows. */
export async function routes({ endpoints: { apiUrl, kytUrl } }: Visit): Promise<string> {
  const waiting = [...probesOf(allOperations, apiUrl), ...probesOf(allScreeningOperations, kytUrl)];
  const count = waiting.length;
  const faults: string[] = [];
  const work = async () => {
    for (let probe = waiting.shift(); probe !== undefined; probe = waiting.shift())
      faults.push(...(await faultOf(probe)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (faults.length > 0) throw new Error(`${faults.length} of ${count} routes answer wrong:\n${faults.join("\n")}`);
  return `routes: ${count} requests, every operation, wrong methods and unknown paths, answered as the contract says`;
}

function probesOf(operations: readonly Operation[], base: string): Probe[] {
  return operations.flatMap((op) => {
    const path = op.path.replaceAll(/\{[^}]+\}/g, "x_1");
    const isAdmin = path.startsWith("/admin");
    const taken = operations.filter((other) => matches(other.path, path)).map(({ method }) => method);
    const free = rareMethods.find((method) => !taken.includes(method)) ?? "PUT";
    return [
      { base, method: op.method, path, lacks: (status, code) => servedFault(op, status, code) },
      {
        ...{ base, method: free, path },
        lacks: (status, _, allow) => {
          if (isAdmin) return status === 401 ? undefined : "expected 401";
          // A console's page knows its own methods, and its actions are another Lambda's.
          if (path.startsWith("/console")) return [404, 405].includes(status) ? undefined : "expected 404 or 405";
          return status === 405 && allow?.includes(op.method) ? undefined : `expected 405 with ${op.method}`;
        },
      },
      {
        ...{ base, method: "GET", path: `${path === "/" ? "" : path}/no/such/path/at/all` },
        lacks: (status) => (status === (isAdmin ? 401 : 404) ? undefined : "expected no such route"),
      },
    ] satisfies Probe[];
  });
}

function servedFault(op: Operation, status: number, code: unknown): string | undefined {
  if (guarded.includes(op.caller)) return status === 401 ? undefined : "expected 401";
  const isServed = status < 500 && status !== 405 && code !== "route_not_found";
  return isServed ? undefined : "expected to be served";
}

async function faultOf({ base, method, path, lacks }: Probe): Promise<string[]> {
  const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" };
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${base}${path}`, { method, headers, redirect: "manual", ...body });
  const text = await reply.text();
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
  const code: unknown = isJson ? JSON.parse(text).code : undefined;
  const fault = lacks(reply.status, code, reply.headers.get("allow"));
  return fault === undefined ? [] : [`${method} ${path}: ${reply.status} ${code ?? ""}, ${fault}`];
}

/** Whether a contract's path and this one may be the same request. */
function matches(contractPath: string, path: string): boolean {
  const wanted = contractPath.split("/");
  const found = path.split("/");
  return (
    wanted.length === found.length &&
    wanted.every((segment, at) => segment.startsWith("{") || segment === found[at] || found[at] === "x_1")
  );
}

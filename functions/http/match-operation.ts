import { Refusal } from "../domain/core/refusal.ts";
import type { Operation } from "./operation.ts";
import type { OperatorAuthenticator } from "./operator-token.ts";
import { userArnOf } from "./read-request.ts";
import type { HttpMiddleware, RequestState } from "./request.ts";
import { namedRecord } from "./request-line.ts";

/** Finds the operation by path and method. It refuses nothing, so that whatever fails next is answered as its caller reads it. */
export function matchOperation(operations: readonly Operation[]): HttpMiddleware {
  const table = operations.map((op) => ({ op, path: pattern(op.path) }));
  return {
    before: ({ internal: state }) => {
      const { path, httpMethod } = state.event;
      state.matches = table.flatMap(({ op, path: served }) => {
        const found = served.exec(path);
        return found ? [{ op, params: decodeParams(found.groups) }] : [];
      });
      // HEAD is a GET whose body stays behind: gateway-reply leaves it out.
      const method = httpMethod === "HEAD" ? "GET" : httpMethod;
      Object.assign(
        state,
        state.matches.find(({ op }) => op.method === method),
      );
    },
  };
}

/** Refuses what no operation serves. Under /admin nobody learns which routes there are without a credential. */
export function requireOperation(frame: { readonly operators?: OperatorAuthenticator }): HttpMiddleware {
  return {
    before: async ({ internal: state }) => {
      const { op, params = {}, facts }: Partial<RequestState> = state;
      if (!op) return refuse(state, frame.operators);
      facts.operation = op.id;
      facts.correlationId = namedRecord(params) ?? state.requestId;
    },
  };
}

async function refuse(state: RequestState, operators: OperatorAuthenticator | undefined): Promise<never> {
  const { event, header, matches } = state;
  if (/^\/admin(\/|$)/.test(event.path) && operators) await operators.authenticate(header, userArnOf(event), false);
  if (matches.length === 0) throw new Refusal("route_not_found", "there is no such route");
  state.others = matches.map(({ op }) => op);
  // A path of its own may also read as the path of a record with that id, which there is none of.
  const own = state.others.filter((op) => op.path === event.path);
  const methods = (own.length > 0 ? own : state.others).flatMap(({ method }) =>
    method === "GET" ? [method, "HEAD"] : [method],
  );
  const allow = [...new Set(methods)].join(", ");
  state.headersAfter = { allow };
  throw new Refusal("method_not_allowed", `this route answers ${allow}`);
}

/** What a path of the contract's matches, its parameters as named groups. */
export function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

/** The gateway hands a path on as it was sent, percent-encoded; an engine that has decoded it already changes nothing by this, but for a literal `%xx`. */
function decodeParams(groups: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, plain(value)]));
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

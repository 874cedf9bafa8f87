import { mintApiKey } from "../../../functions/app/core/api-key.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { goodRequest, type PlainRequest, pathOf } from "./bad-input.ts";

/** Who there is to ask with the wrong credential, and what belongs to the right one. */
export interface Callers {
  readonly tenantKey: string;
  readonly revokedKey: string;
  readonly otherTenantKey: string;
  readonly operatorToken: string;
  /** Records of the tenant, by their id's prefix. */
  readonly owned: Readonly<Record<"inv" | "pay" | "stl", string>>;
}

/** Names and statuses are the same for any credentials: with these a table is laid out before there are any. */
export const nobodyYet: Callers = {
  tenantKey: "slc_test_7ZZZZZZZZZZZZZZZZZZZZZZZZZ_",
  revokedKey: "",
  otherTenantKey: "",
  operatorToken: "",
  owned: { inv: "", pay: "", stl: "" },
};

/** A request by somebody who may not make it, and what must come back. */
export interface WrongCallerCase {
  readonly name: string;
  readonly request: PlainRequest;
  readonly expectStatus: number;
  readonly expectCode: string;
}

type Headers = Record<string, string>;

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** The last character changed to another one of the alphabet. */
function misspelt(key: string): string {
  return key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
}

function strangers(op: Operation, callers: Callers): [name: string, headers: Headers, code: string][] {
  const { tenantKey, revokedKey, operatorToken } = callers;
  const missing = "missing_api_key";
  const invalid = "invalid_api_key";
  const unknown = mintApiKey("test", "key_7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
  const everywhere: [string, Headers, string][] = [
    ["nobody", {}, missing],
    ["a made-up token", bearer("x".repeat(40)), invalid],
    ["an unknown key", bearer(unknown), invalid],
    ["a token of NULs", bearer("\u0000\u0000"), invalid],
    ["a huge token", bearer("x".repeat(7000)), invalid],
  ];
  if (op.caller === "vendor") return everywhere.map(([name, headers]) => [name, headers, "invalid_signature"]);
  if (op.caller !== "tenant")
    return [
      ...everywhere,
      ["a tenant", bearer(tenantKey), invalid],
      ["the internal token in X-API-Key", { "x-api-key": operatorToken }, missing],
      ["a tenant's key in X-API-Key", { "x-api-key": tenantKey }, missing],
      ["a misspelt token", bearer(misspelt(operatorToken)), invalid],
      ["basic authentication", { authorization: `Basic ${btoa(`operator:${operatorToken}`)}` }, missing],
    ];
  return [
    ...everywhere,
    ["an empty X-API-Key", { "x-api-key": " " }, missing],
    ["an operator", bearer(operatorToken), invalid],
    ["a revoked key", bearer(revokedKey), invalid],
    ["a revoked key in X-API-Key", { "x-api-key": revokedKey }, invalid],
    ["a misspelt key", bearer(misspelt(tenantKey)), invalid],
    ["a key in lower case", bearer(tenantKey.toLowerCase()), invalid],
    ["a key of production", bearer(mintApiKey("live", `key_${tenantKey.slice(9, 35)}`)), invalid],
    ["basic authentication", { authorization: `Basic ${btoa(`${tenantKey}:`)}` }, invalid],
  ];
}

/** The owner's record that an operation names, or undefined where it names none. */
function ownedParams(op: Operation, owned: Callers["owned"]): Record<string, string> | undefined {
  const id = /\/(invoices|payments|settlements)\/\{id\}/.exec(op.path)?.[1];
  if (id === undefined) return undefined;
  return { id: owned[{ invoices: "inv", payments: "pay", settlements: "stl" }[id] as keyof typeof owned] };
}

/** Every caller who must be refused by an operation. A refused credential is told before anything about the request. */
export function wrongCallerCases(op: Operation, callers: Callers): WrongCallerCase[] {
  if (op.caller === "public") return [];
  const request = goodRequest(op);
  const broken: PlainRequest = {
    ...request,
    path: `${request.path}?nosuch=1`,
    ...(op.method === "GET" ? {} : { body: "{" }),
  };
  const cases = strangers(op, callers).flatMap(([name, headers, expectCode]): WrongCallerCase[] =>
    [request, broken].map((each) => ({
      name: `${name}${each === broken ? ", asking nonsense" : ""}`,
      request: { ...each, headers: { ...each.headers, ...headers } },
      expectStatus: 401,
      expectCode,
    })),
  );
  const params = op.caller === "tenant" ? ownedParams(op, callers.owned) : undefined;
  if (!params) return cases;
  const headers = { ...request.headers, ...bearer(callers.otherTenantKey) };
  const foreign = { ...request, path: pathOf(op, params), headers };
  // What no adapter here can do is refused before anything is looked for.
  const unable = op.refusals.find((code) => code.endsWith("_unsupported"));
  const [expectStatus, expectCode] = unable ? [409, unable] : [404, "not_found"];
  return [...cases, { name: "another tenant", request: foreign, expectStatus, expectCode }];
}

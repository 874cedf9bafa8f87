import type { Endpoints } from "../support/runner/sandbox.ts";

/** An operation of an OpenAPI document, as far as it matters here. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A parameter; one that is only referred to has no name here, and is none of a path's. */
export interface DocumentedParameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: unknown;
}

/** One operation at its place. */
export interface OperationAtPath extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
}

/** A document as the running service serves it, and who reads it. */
export interface ServedDocument {
  readonly name: string;
  /** The host that it describes. */
  readonly url: string;
  /** The credential of whom it is for, good for every operation that asks for one. */
  readonly token: string;
  readonly text: string;
  readonly operations: readonly OperationAtPath[];
}

/** Where each document is served, and for whom. */
function placesOf({ apiUrl, kytUrl, tenant, kytApiKey, internalToken }: Endpoints) {
  return [
    { name: "rails", url: apiUrl, at: "/docs/openapi.json", token: tenant.apiKey },
    { name: "screening", url: kytUrl, at: "/docs/openapi.json", token: kytApiKey },
    { name: "screening-operators", url: kytUrl, at: "/admin/docs", token: internalToken },
    { name: "operators", url: apiUrl, at: "/admin/docs", token: internalToken },
  ];
}

/** Asks the running service for its documents. */
export function servedDocuments(endpoints: Endpoints): Promise<ServedDocument[]> {
  return Promise.all(
    placesOf(endpoints).map(async ({ at, ...place }) => {
      const reply = await fetch(`${place.url}${at}`, { headers: { authorization: `Bearer ${place.token}` } });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${place.url}${at} answered ${reply.status}: ${text.slice(0, 200)}`);
      return { ...place, text, operations: operationsOf(JSON.parse(text)) };
    }),
  );
}

function operationsOf(document: { paths: Record<string, Record<string, DocumentedOperation>> }): OperationAtPath[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** The kinds of records that an operation's path names, by parameter: `id` is `inv` where the pattern says so. */
export function kindsInPath({ parameters = [] }: DocumentedOperation): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const { name, in: place, schema } of parameters) {
    const kind = /"\^([a-z]{3})_\[/.exec(JSON.stringify(schema) ?? "")?.[1];
    if (place === "path" && name !== undefined && kind !== undefined) kinds.set(name, kind);
  }
  return kinds;
}

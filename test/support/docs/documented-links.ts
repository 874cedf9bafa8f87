import tenants from "../../../docs/openapi.json" with { type: "json" };
import operators from "../../../docs/openapi.operator.json" with { type: "json" };
import accounts from "../../../docs/openapi.screening.json" with { type: "json" };
import screeners from "../../../docs/openapi.screening.operator.json" with { type: "json" };

/** A piece of a document, read as far as it goes. */
export type Json = { readonly [name: string]: Json };

const documents = { tenants, operators, accounts, screeners } as unknown as Record<string, Json>;

/** An operation of a document. */
export interface DocumentedOperation {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly responses: Json;
}

/** A link of a reply: where it stands, where it leads, and by which expressions. */
export interface DocumentedLink {
  readonly document: string;
  readonly from: DocumentedOperation;
  readonly status: string;
  readonly name: string;
  readonly to: DocumentedOperation | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  /** The reply's schema, in which references are looked up. */
  readonly schema: Json;
  readonly components: Json;
}

function operationsOf(document: Json): DocumentedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]) => {
      const { operationId, parameters = [], responses } = op as unknown as Record<string, never>;
      return { id: String(operationId), path, method, parameters, responses: responses as unknown as Json };
    }),
  );
}

/** What a reference names, or the value itself. */
export function resolve(root: Json, value: Json | undefined): Json | undefined {
  const ref = value?.$ref as unknown as string | undefined;
  if (ref === undefined) return value;
  return ref
    .slice(2)
    .split("/")
    .reduce<Json | undefined>((at, step) => at?.[step], root);
}

function linksIn(name: string, document: Json): DocumentedLink[] {
  const operations = operationsOf(document);
  return operations.flatMap((from) =>
    Object.entries(from.responses).flatMap(([status, response]) =>
      Object.entries(response.links ?? {}).map(([called, reference]) => {
        const link = resolve(document, reference) as { operationId?: unknown; parameters?: unknown } | undefined;
        return {
          ...{ document: name, from, status, name: called, components: document },
          to: operations.find(({ id }) => id === link?.operationId),
          parameters: (link?.parameters ?? {}) as Record<string, string>,
          schema: response.content?.["application/json"]?.schema ?? {},
        };
      }),
    ),
  );
}

/** Every link of the four documents. */
export const documentedLinks: readonly DocumentedLink[] = Object.entries(documents).flatMap(([name, document]) =>
  linksIn(name, document),
);

import type { Json } from "./openapi-schema.ts";

/** An id that a reply tells: its kind, and the runtime expression that reads it. */
interface ToldId {
  readonly kind: string;
  readonly at: string;
  /** Whether it names what was answered, and not something that this belongs to. */
  readonly own: boolean;
}

/** A parameter that names a record of a kind. */
interface NamingParameter {
  readonly name: string;
  readonly where: "path" | "query";
  readonly required: boolean;
  readonly kind: string | undefined;
}

/** An operation at its place, and what its parameters name. */
interface PlacedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly responses: Readonly<Record<string, Json>>;
  readonly parameters: readonly NamingParameter[];
}

/** Properties and operations that tell ids of whatever kind it is just then, or other texts. */
const tellAnything = { properties: new Set(["subjectId", "customerId", "name"]), operations: new Set(["search"]) };

/** Parameters that take an id of a kind, and other texts too. */
const takeMore: Readonly<Record<string, string>> = { customerId: "cus" };

const idForm = /^([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}$/;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a parameter names: the prefix of its pattern, or in a path without one whatever else has its name. */
function namingParameters(op: Json): NamingParameter[] {
  const given = (op.parameters ?? []) as { name?: string; in?: string; required?: boolean; schema?: unknown }[];
  return given.flatMap(({ name, in: where, required = false, schema }) => {
    if (name === undefined || (where !== "path" && where !== "query")) return [];
    const prefix = /"\^([a-z]{3})_\[/.exec(JSON.stringify(schema))?.[1];
    return [{ name, where, required, kind: prefix ?? takeMore[name] ?? (where === "path" ? name : undefined) }];
  });
}

/** The records of a reply, with their places: itself, the first of its page, or those that it has side by side. */
function recordsIn(body: Json): [string, Json][] {
  if ("id" in body) return [["", body]];
  if (Array.isArray(body.data)) return isObject(body.data[0]) ? [["/data/0", body.data[0]]] : [];
  const parts = Object.entries(body).filter((part): part is [string, Json] => isObject(part[1]) && "id" in part[1]);
  return parts.length > 0 ? parts.map(([name, part]) => [`/${name}`, part]) : [["", body]];
}

/** The ids that a record tells: its own, of what it belongs to, and of the first of each list that it has. */
function idsOf(
  at: string,
  record: Json,
  isOwn: (name: string) => boolean,
  names: ReadonlyMap<string, string>,
): ToldId[] {
  return Object.entries(record).flatMap(([name, value]): ToldId[] => {
    const first = Array.isArray(value) && isObject(value[0]) ? value[0].id : undefined;
    const kind = idForm.exec(String(first ?? value))?.[1] ?? names.get(name);
    if (kind === undefined || tellAnything.properties.has(name)) return [];
    const read = `$response.body#${at}/${name}`;
    if (first !== undefined) return [{ kind, at: `${read}/0/id`, own: false }];
    return /^id$|Id$/.test(name) || kind === name ? [{ kind, at: read, own: isOwn(name) }] : [];
  });
}

/** Whether an operation is the reading of one record. */
function isReading({ method, path }: PlacedOperation): boolean {
  return method === "get" && path.endsWith("}");
}

/** The parameters with which one operation follows a reply of another; nothing where the reply does not lead there. */
function followed(from: PlacedOperation, ids: readonly ToldId[], to: PlacedOperation): Json | undefined {
  const values: [string, ToldId][] = [];
  for (const { name, where, required, kind } of to.parameters) {
    const told = ids.find((each) => each.kind === kind && (where === "path" || each.own));
    const named = where === "path" && from.parameters.some((each) => each.name === name && each.kind === kind);
    // What the request named is there still, unless it was deleted.
    if (told) values.push([name, told]);
    else if (named && from.method !== "delete")
      values.push([name, { kind: name, at: `$request.path.${name}`, own: false }]);
    else if (where === "path" || required) return undefined;
  }
  const leads = values.some(([, { at, own }]) => own || (isReading(to) && at.startsWith("$response.")));
  return leads ? Object.fromEntries(values.map(([name, { at }]) => [name, at])) : undefined;
}

/** `getPayment` by `#/payment/id` is `GetPayment.payment.id`, by `#/id` alone `GetPayment`; `listPayments` by it `ListPayments.invoiceId`. */
function nameOf({ id }: PlacedOperation, values: Json): string {
  const unusual = Object.entries(values).flatMap(([name, at]) => {
    const place = String(at).replace(/^\$(response\.body#|request)[/.]/, "");
    return place !== "id" ? [place.replaceAll("/", ".")] : name !== "id" ? [name] : [];
  });
  return [capital(id), ...unusual].join(".");
}

function capital(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** The links of a document, each once. */
class Links {
  readonly made: Json = {};
  readonly #all: readonly PlacedOperation[];
  readonly #kindOfName: ReadonlyMap<string, string>;
  readonly #readable: ReadonlySet<string | undefined>;

  constructor(all: readonly PlacedOperation[]) {
    this.#all = all;
    const naming = all.flatMap(({ parameters }) => parameters);
    this.#kindOfName = new Map(naming.flatMap(({ name, kind }) => (kind && name !== "id" ? [[name, kind]] : [])));
    this.#readable = new Set(all.filter(isReading).flatMap(({ parameters }) => parameters.map(({ kind }) => kind)));
  }

  /** Where a reply with such a body leads, by the name of what is done there. */
  of(from: PlacedOperation, body: Json): Json {
    const ids = this.#idsIn(from, body);
    const links = this.#all.flatMap((to) => {
      const parameters = to === from ? undefined : followed(from, ids, to);
      return parameters ? [[capital(to.id), this.#named(to, parameters)]] : [];
    });
    return Object.fromEntries(links);
  }

  /** The ids of a reply, own ones first. The first of a list is its own only where there is no reading of it, and what is deleted never. */
  #idsIn(from: PlacedOperation, body: Json): ToldId[] {
    if (tellAnything.operations.has(from.id)) return [];
    const ids = recordsIn(body).flatMap(([at, record]) => {
      // What an action answers without an id is named by what it has.
      const isOwn = (name: string) => name === "id" || (!("id" in record) && from.method !== "get");
      return idsOf(at, record, isOwn, this.#kindOfName);
    });
    if (from.method === "delete") return ids.filter(({ own }) => !own);
    const isRead = ({ at, kind }: ToldId) => at.includes("/data/0/") && this.#readable.has(kind);
    return ids
      .map((each) => ({ ...each, own: each.own && !isRead(each) }))
      .toSorted((a, b) => Number(b.own) - Number(a.own));
  }

  #named(to: PlacedOperation, parameters: Json): Json {
    const name = nameOf(to, parameters);
    const link = { operationId: to.id, parameters };
    if (name in this.made && JSON.stringify(this.made[name]) !== JSON.stringify(link))
      throw new Error(`two links are called ${name}`);
    this.made[name] = link;
    return { $ref: `#/components/links/${name}` };
  }
}

function placed(paths: Readonly<Record<string, Record<string, Json>>>): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, op]) => ({
      ...{ id: String(op.operationId), method, path, parameters: namingParameters(op) },
      responses: op.responses as Record<string, Json>,
    })),
  );
}

/**
 * Gives each good reply its links: from every id that its example tells to the operations whose parameters take an
 * id of that kind. A record's own id leads to all that can be done with it, another's to its reading. Returns the
 * links themselves, by the names under which the replies refer to them.
 */
export function linkReplies(paths: Readonly<Record<string, Record<string, Json>>>): Json {
  const all = placed(paths);
  const links = new Links(all);
  for (const from of all)
    for (const [status, response] of Object.entries(from.responses)) {
      const content = response.content as Record<string, { example?: unknown }> | undefined;
      const body = content?.["application/json"]?.example;
      const found = status < "300" && isObject(body) ? links.of(from, body) : {};
      if (Object.keys(found).length > 0) response.links = found;
    }
  return links.made;
}

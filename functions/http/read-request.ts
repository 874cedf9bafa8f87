import { isIP } from "node:net";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import { Refusal } from "../domain/core/refusal.ts";
import { ownMessages } from "./field-problem.ts";
import { parseJson, requireJsonType, requirePlainCoding } from "./json-body.ts";
import type { Operation } from "./operation.ts";
import { validationRefusal } from "./problem.ts";

/** Reads a header whatever its case. */
export type HeaderOf = (name: string) => string | undefined;

const maxBodyBytes = 256 * 1024;

/** Headers by name, whatever case the gateway hands them on in. */
export function headersOf(event: APIGatewayProxyEvent): HeaderOf {
  const lower = new Map<string, string>();
  for (const [name, value] of Object.entries(event.headers ?? {}))
    if (value !== undefined) lower.set(name.toLowerCase(), value);
  return (name) => lower.get(name);
}

export function bearerOf(header: HeaderOf): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(header("authorization") ?? "")?.[1];
}

/** The IAM principal that the gateway let in; null on the public host. */
export function userArnOf(event: APIGatewayProxyEvent): string | null {
  return event.requestContext.identity.userArn ?? null;
}

/** The languages that a browser asks for, as it says it (RFC 9110, 12.5.4), cut to 512 characters. */
export function languagesOf(header: HeaderOf): string {
  return (header("accept-language") ?? "").slice(0, 512);
}

/** The address a request came from, as the gateway saw it. Behind the local forwarder it is the forwarder's word, which takes none of a client's. */
export function addressOf(event: APIGatewayProxyEvent, behindForwarder: boolean): string {
  const forwarded = behindForwarder ? headersOf(event)("x-forwarded-for")?.trim() : undefined;
  const address = forwarded || event.requestContext.identity.sourceIp;
  return address && isIP(address) > 0 ? address : "unknown";
}

/** The body's exact bytes, as they were signed; refuses too many. */
export function bodyBytesOf(event: APIGatewayProxyEvent): Uint8Array {
  const bytes = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (bytes.byteLength > maxBodyBytes) throw new Refusal("body_too_large", "the body is over 256 KB");
  return bytes;
}

/** The body as text; refuses what is too large, coded or not UTF-8. */
export function rawBodyOf(event: APIGatewayProxyEvent): string {
  const bytes = bodyBytesOf(event);
  if (bytes.byteLength > 0) requirePlainCoding(headersOf(event));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("invalid_json", "the body is not UTF-8");
  }
}

/** Content types that cannot be JSON by any reading: a vendor may name any other for what it signs. */
const foreignTypes =
  /^(multipart\/|image\/|audio\/|video\/|application\/(xml|octet-stream|pdf|zip)|text\/(xml|html|csv))/i;

/** A value that was sent in an older version of the interface, as the schemas know it. */
type ReadAsNewest = (sent: unknown) => unknown;

/** How a body is read: a form's by its fields. */
interface BodyReading {
  readonly form: Readonly<Record<string, string>> | undefined;
  readonly read: ReadAsNewest;
}

/** The body as the contract's schema reads it. */
export function bodyOf(op: Operation, raw: string, header: HeaderOf, { form, read }: BodyReading): unknown {
  if (form) return op.body ? check(op, op.body, form) : {};
  const isEmpty = raw.trim() === "";
  if (!isEmpty && (op.caller !== "vendor" || foreignTypes.test(header("content-type") ?? ""))) requireJsonType(header);
  if (op.body === undefined) return isEmpty ? {} : strictlyEmpty(op, parseJson(raw));
  return check(op, op.body, isEmpty ? emptyBody(op) : read(parseJson(raw)));
}

function emptyBody(op: Operation): unknown {
  return op.bodyOptional ? {} : undefined;
}

function strictlyEmpty(op: Operation, value: unknown): unknown {
  const fields = typeof value === "object" && value !== null ? Object.keys(value) : ["body"];
  if (fields.length === 0) return value;
  throw new Refusal(op.invalidAs ?? "validation_error", "this route takes no body", {
    fields: fields.map((path) => ({ path, code: "unknown_field" as const, message: "unknown field" })),
  });
}

/** The query, each parameter once. */
export function queryOf(op: Operation, event: APIGatewayProxyEvent, read: ReadAsNewest): unknown {
  if (op.ignoresUnknownQuery) return {};
  const multi = event.multiValueQueryStringParameters ?? {};
  const query: Record<string, string> = {};
  for (const [name, values] of Object.entries(multi)) {
    if (values && values.length > 1)
      throw new Refusal(op.invalidAs ?? "validation_error", `${name} is given more than once`, {
        fields: [{ path: name, code: "repeated", message: "given more than once" }],
      });
    Object.defineProperty(query, name, { value: values?.[0] ?? "", enumerable: true });
  }
  if (op.query) return check(op, op.query, read(query));
  return strictlyEmptyQuery(op, query);
}

function strictlyEmptyQuery(op: Operation, query: Record<string, string>): unknown {
  const names = Object.keys(query);
  if (names.length === 0) return query;
  throw new Refusal(op.invalidAs ?? "validation_error", `${names[0]}: unknown query parameter`, {
    fields: names.map((path) => ({ path, code: "unknown_field" as const, message: "unknown query parameter" })),
  });
}

/** Path parameters; what cannot be an id of ours names nothing. */
export function paramsOf(op: Operation, params: Record<string, string>): unknown {
  if (!op.params) return params;
  const read = op.params.safeParse(params);
  if (!read.success) throw new Refusal(op.absentAs ?? "not_found", "no such resource");
  return read.data;
}

function check({ invalidAs }: Operation, schema: z.ZodType, value: unknown): unknown {
  const read = schema.safeParse(value, ownMessages);
  if (!read.success) throw validationRefusal(read.error, invalidAs);
  return read.data;
}

/** A page that was asked for: its path below the service's root, and the host that the browser names. */
interface PageAddress {
  readonly path: string;
  readonly host: string | undefined;
}

/**
 * The way from a page's address up to the service's root, with a slash at its end: relative, so that links hold
 * under a gateway's stage, a host of one's own and the local forwarder alike.
 */
export function rootOf({ path, host }: PageAddress, pagesUrl = ""): string {
  if (path.length > 1) return "../".repeat(path.split("/").length - 2) || "./";
  // A stage's own address, `/live`, may come without a slash at its end, where a relative link would leave the stage.
  const pages = URL.parse(pagesUrl);
  return pages !== null && pages.host === host ? `${pages.pathname.replace(/\/$/, "")}/` : "./";
}

import type { APIGatewayProxyEvent } from "aws-lambda";
import { Refusal } from "../domain/core/refusal.ts";
import type { HeaderOf } from "./caller.ts";
import type { Operation } from "./operation.ts";
import type { Answer, Principal, RefusedCall } from "./operation-types.ts";
import { type Reply, statusOf } from "./problem.ts";
import { headersOf, languagesOf, rawBodyOf } from "./read-request.ts";
import { rootOf } from "./service-root.ts";

/** How people in a browser are let in and told no; only the Lambdas of pages have such a door. */
export interface BrowserDoor {
  /** Who is signed in. Refuses who is not, and a form that their own page did not send. */
  authenticate(header: HeaderOf, form: Readonly<Record<string, string>> | undefined): Promise<Principal>;
  /** Refuses what another site's page sent; `form` reads the form's fields. */
  requireOwnSite(
    header: HeaderOf,
    params: Readonly<Record<string, string>>,
    form: () => Readonly<Record<string, string>>,
  ): void;
  /** Whether a path that its Lambda does not serve is a person's mistake too; else only one of the console's is. */
  readonly everywhere?: boolean;
  /** A refusal as a page; `undefined` is a bug of ours. */
  refused(refusal: Refusal | undefined, call: RefusedCall): Promise<Answer<string>>;
}

/** Whether an operation is a form that a page sends. */
export function isForm(op: Operation): boolean {
  return op.method === "POST" && isPage(op);
}

function isPage(op: Operation): boolean {
  return op.reply.contentType?.startsWith("text/html") === true;
}

/** The field that says whose form it is; no operation's schema sees it. */
export const formTokenField = "form";

/** More than any form of ours has: to compare and name tens of thousands takes a Lambda's whole time. */
const mostFields = 1000;

/** A form's fields by name. A name that is given twice is refused: it would mean two things. */
export function fieldsOf(raw: string, header: HeaderOf): Record<string, string> {
  const type = header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (raw !== "" && type !== "application/x-www-form-urlencoded")
    throw new Refusal("unsupported_media_type", "send application/x-www-form-urlencoded");
  const fields = new URLSearchParams(raw);
  if (fields.size > mostFields) throw new Refusal("body_too_large", "the form has too many fields");
  const names = [...fields.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Refusal("validation_error", `${twice} is given more than once`, {
      fields: [{ path: twice, message: "given more than once" }],
    });
  // Browsers send line breaks as CR LF.
  return Object.fromEntries([...fields].map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

/** Who may be looking at the answer, as far as it is known when something is refused. */
export interface Asked {
  readonly event: APIGatewayProxyEvent;
  readonly requestId: string;
  readonly op?: Operation;
  /** What is served under the path by other methods, where the one that was asked for is not. */
  readonly others?: readonly Operation[];
  readonly params?: Record<string, string>;
  readonly principal?: Principal;
}

/** What a Lambda of pages is wired with. */
export interface PagesFrame {
  readonly browser?: BrowserDoor;
  /** Where its pages are opened, with the gateway's stage where no host of its own hides it. */
  readonly pagesUrl?: string;
}

/** A refusal as a page, where a person asked; undefined where a program did. */
export async function refusedPage(
  { browser: door, pagesUrl }: PagesFrame,
  refusal: Refusal | undefined,
  { event, requestId, op, others, params = {}, principal }: Asked,
): Promise<Reply | undefined> {
  const isForPeople = door?.everywhere && (others?.some(isPage) ?? true);
  const byPerson = op ? isPage(op) : isForPeople || /^\/console(\/|$)/.test(event.path);
  if (!door || !byPerson) return undefined;
  const call = {
    operation: principal && op?.id,
    params,
    fields: typed(event),
    principal,
    method: event.httpMethod,
    path: event.path,
    root: rootOf({ path: event.path, host: headersOf(event)("host") }, pagesUrl),
    lang: event.multiValueQueryStringParameters?.lang?.[0],
    languages: languagesOf(headersOf(event)),
    requestId,
  };
  const said = await door.refused(refusal, call);
  const retry = refusal?.detail.retryAfterSeconds;
  return {
    status: said.status ?? (refusal ? statusOf[refusal.code] : 500),
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...(retry === undefined ? {} : { "retry-after": String(retry) }),
      ...said.headers,
    },
    body: said.body,
  };
}

/** What was typed, to be shown again; nothing where it cannot be read. */
function typed(event: APIGatewayProxyEvent): Record<string, string> {
  if (event.httpMethod !== "POST") return {};
  try {
    const { [formTokenField]: _, ...fields } = fieldsOf(rawBodyOf(event), headersOf(event));
    return fields;
  } catch {
    // what cannot be read has been refused already
    return {};
  }
}

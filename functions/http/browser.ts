import { Refusal } from "../domain/core/refusal.ts";
import { isFormToken, requireOwnSite } from "./form-origin.ts";
import type { Operation } from "./operation.ts";
import type { Answer, Principal, RefusedCall } from "./operation-types.ts";
import { type Reply, statusOf } from "./problem.ts";
import { type HeaderOf, languagesOf, rawBodyOf, rootOf } from "./read-request.ts";
import type { RequestState } from "./request.ts";

/** How people in a browser are let in and refused; only the Lambdas of pages have it. */
export interface BrowserFrame {
  /** Who is signed in, or is about to be where a page is for them. Refuses who is not, and a form that their own page did not send. */
  authenticate(
    header: HeaderOf,
    form: Readonly<Record<string, string>> | undefined,
    session?: "pending",
  ): Promise<Principal>;
  /** Refuses what another site's page sent; `form` reads the form's fields. */
  requireOwnSite(
    header: HeaderOf,
    params: Readonly<Record<string, string>>,
    form: () => Readonly<Record<string, string>>,
  ): void;
  /** The digest of what a browser holds as a session, be it one or none. */
  carried?(header: HeaderOf): string | undefined;
  /** Whether a path that its Lambda does not serve is a person's mistake too; else only one of the console's is. */
  readonly everywhere?: boolean;
  /** A refusal as a page; `undefined` is a bug of ours. */
  refused(refusal: Refusal | undefined, call: RefusedCall): Promise<Answer<string>>;
}

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

/** How many fields a form parts by its separators, counted up to `most`: before anything is made of each. */
function separatorsIn(raw: string, most: number): number {
  let count = 0;
  for (let at = raw.indexOf("&"); at !== -1 && count < most; at = raw.indexOf("&", at + 1)) count += 1;
  return count;
}

/** A form's fields by name. A name that is given twice is refused: it would mean two things. */
export function fieldsOf(raw: string, header: HeaderOf): Record<string, string> {
  const type = header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (raw !== "" && type !== "application/x-www-form-urlencoded")
    throw new Refusal("unsupported_media_type", "send application/x-www-form-urlencoded");
  if (separatorsIn(raw, mostFields) >= mostFields) throw new Refusal("body_too_large", "the form has too many fields");
  const fields = new URLSearchParams(raw);
  const names = [...fields.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new Refusal("validation_error", `${twice} is given more than once`, {
      fields: [{ path: twice, code: "repeated", message: "given more than once" }],
    });
  // Browsers send line breaks as CR LF.
  return Object.fromEntries([...fields].map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

export interface PagesFrame {
  readonly browser?: BrowserFrame;
  /** Where its pages are opened, with the gateway's stage where no host of its own hides it. */
  readonly pagesUrl?: string;
}

/** A refusal as a page, where a person asked; undefined where a program did. `caller` is who asked, once that is known. */
export async function refusedPage(
  { browser, pagesUrl }: PagesFrame,
  refusal: Refusal | undefined,
  state: RequestState,
  caller?: Principal,
): Promise<Reply | undefined> {
  const { event, header, requestId } = state;
  const { op, others, params = {} }: Partial<RequestState> = state;
  const isForPeople = browser?.everywhere && (others?.some(isPage) ?? true);
  const byPerson = op ? isPage(op) : isForPeople || /^\/console(\/|$)/.test(event.path);
  if (!browser || !byPerson) return undefined;
  const answer = await browser.refused(refusal, {
    operation: caller && op?.id,
    params,
    fields: typedFields(state),
    principal: caller,
    method: event.httpMethod,
    path: event.path,
    root: rootOf({ path: event.path, host: header("host") }, pagesUrl),
    lang: event.multiValueQueryStringParameters?.lang?.[0],
    languages: languagesOf(header),
    requestId,
  });
  const retry = refusal?.detail.retryAfterSeconds;
  return {
    status: answer.status ?? (refusal ? statusOf[refusal.code] : 500),
    headers: {
      "content-type": "text/html; charset=utf-8",
      ...(retry === undefined ? {} : { "retry-after": String(retry) }),
      ...answer.headers,
    },
    body: answer.body,
  };
}

/** What was typed, to be shown again; nothing where it cannot be read. */
function typedFields({ event, header }: RequestState): Record<string, string> {
  if (event.httpMethod !== "POST") return {};
  try {
    const { [formTokenField]: _, ...fields } = fieldsOf(rawBodyOf(event), header);
    return fields;
  } catch {
    // what cannot be read has been refused already
    return {};
  }
}

/** What pages for everybody work with. */
export interface PublicPagesSettings {
  /** The pages' own host, beside the one that the gateway was asked for. */
  readonly host: string;
  readonly refused: BrowserFrame["refused"];
  /** The path parameter that is a page's secret, and what its forms are for; left out where no form needs proof. */
  readonly proof?: { readonly parameter: string; readonly purpose: string };
}

/** Pages that anybody may open: nobody signs in, and a form comes from our own page or not at all. */
export function publicPages({ host, refused, proof }: PublicPagesSettings): BrowserFrame {
  return {
    authenticate: () => Promise.reject(new Error("these pages ask nobody who they are")),
    requireOwnSite: (header, params, form) => {
      requireOwnSite(header, host, true);
      if (!proof) return;
      const secret = params[proof.parameter] ?? "";
      if (!isFormToken(form()[formTokenField] ?? "", secret, proof.purpose))
        throw new Refusal("foreign_form", "this form is not from its page");
    },
    everywhere: true,
    refused,
  };
}

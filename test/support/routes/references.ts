import type { PlainReply } from "../runner/lambdas.ts";
import { formsIn, type ShownForm, unescapeHtml } from "./page-forms.ts";

/** Somewhere that a reply leads a browser or a program to. */
export interface Reference {
  /** The address of the page that has it. */
  readonly from: URL;
  /** The element or header that has it, as it is written there. */
  readonly by: string;
  readonly to: string;
  readonly method: "GET" | "POST";
  /** What its form sends; left out for what is no form. */
  readonly form?: ShownForm;
}

const attributes = /\s(href|src|action|formaction|poster|data-document|data-upload)="([^"]*)"/g;
const refresh = /^\s*\d+\s*;\s*url=(.*)$/i;

/** Every address that a reply names: attributes, styles, refreshes, headers, and an OpenAPI document's servers. */
export function referencesIn(from: URL, { headers, text }: Pick<PlainReply, "headers" | "text">): Reference[] {
  const type = headers["content-type"] ?? "";
  const inBody = type.startsWith("text/html") ? inPage(from, text) : [];
  const styles = type.startsWith("text/html") || type.startsWith("text/css") ? inStyle(from, text) : [];
  const servers = type.startsWith("application/json") ? serversIn(from, text) : [];
  return [...inHeaders(from, headers), ...inBody, ...styles, ...servers];
}

function inHeaders(from: URL, { location, refresh: again }: PlainReply["headers"]): Reference[] {
  const next = refresh.exec(again ?? "")?.[1];
  return [
    ...(location === undefined ? [] : [{ from, by: `Location: ${location}`, to: location, method: "GET" as const }]),
    ...(next === undefined ? [] : [{ from, by: `Refresh: ${again}`, to: next, method: "GET" as const }]),
  ];
}

function inPage(from: URL, page: string): Reference[] {
  const forms = formsIn(page).values();
  return [...page.matchAll(/<([a-z]+)(\s[^>]*)?>/g)].flatMap(([tag, name = "", inside = ""]): Reference[] => {
    if (name === "form") {
      const form = forms.next().value;
      const method = /\smethod="post"/i.test(inside) ? "POST" : "GET";
      return form ? [{ from, by: tag, to: form.action, method, form }] : [];
    }
    const next = name === "meta" ? refresh.exec(/\scontent="([^"]*)"/.exec(inside)?.[1] ?? "")?.[1] : undefined;
    const named = [...inside.matchAll(attributes)].map(([, , value = ""]) => unescapeHtml(value));
    return [...named, ...(next === undefined ? [] : [unescapeHtml(next)])].map((to) => ({
      ...{ from, by: tag, to, method: "GET" },
    }));
  });
}

function inStyle(from: URL, text: string): Reference[] {
  return [...text.matchAll(/url\(["']?([^"')]*)["']?\)/g)].map(([by, to = ""]) => ({
    ...{ from, by, to, method: "GET" },
  }));
}

function serversIn(from: URL, text: string): Reference[] {
  const { servers = [] }: { servers?: readonly { url: string }[] } = JSON.parse(text);
  // A path of the document is put behind it as it is.
  return servers.map(({ url }) => ({
    ...{ from, by: `servers: ${url}`, to: `${url.replace(/\/$/, "")}/health`, method: "GET" },
  }));
}

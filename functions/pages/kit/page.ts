import { createHash } from "node:crypto";
import { html, raw } from "hono/html";

/** A piece of a page: markup of ours, with what others wrote escaped. */
export type Html = ReturnType<typeof html>;

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.75rem 0 .5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
dt,small{opacity:.75}dd{margin:0}
table{border-collapse:collapse;width:100%;margin:1.5rem 0}
th,td{text-align:start;vertical-align:top;padding:.4rem .5rem;border-bottom:1px solid #8886}
tr>:last-child{text-align:end;white-space:nowrap}
.n{white-space:nowrap}.notes{white-space:pre-line}
tfoot tr:last-child{font-weight:700}
.due{font-size:1.25rem;font-weight:700}
.state{font-weight:600;border-inline-start:4px solid;padding-inline-start:.75rem}
.steps{list-style:none;padding:0}
.steps li{border-inline-start:2px solid #8886;padding:0 0 1rem 1rem}
.steps time{opacity:.75;font-size:.9em}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** No script, no third party, nothing framed, nothing told to other sites, kept in no cache. */
export const pageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
};

/** A whole page around `main`. */
export function page(title: string, main: Html): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`);
}

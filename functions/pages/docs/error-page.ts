import { type FieldCode, fieldCodes, type RefusalCode } from "../../domain/core/refusal.ts";
import { statusOf } from "../../http/problem.ts";
import { errorExplanations } from "./error-explanations.ts";
import type { DocsSite } from "./guides.ts";

const statuses = {
  400: "something in the request is wrong",
  401: "who asks is not known",
  403: "who asks may not",
  404: "there is no such thing",
  405: "not with this method",
  409: "not as things stand",
  410: "no longer",
  413: "too large",
  415: "of a kind that is not read",
  429: "too often",
  501: "switched off",
  502: "refused by the other side",
  503: "no answer from the other side",
} as const satisfies Record<(typeof statusOf)[RefusalCode], string>;

type Status = keyof typeof statuses;

const meanings = {
  required: "it is not there",
  unknown_field: "no such field exists",
  wrong_type: "text where a number must be, and the like",
  too_small: "a number under the least",
  too_big: "a number over the most",
  too_short: "too few characters or items",
  too_long: "too many characters or items",
  pattern: "not of the form that the document gives",
  not_allowed: "none of the values that it may have",
  repeated: "given more than once",
  invalid: "wrong in another way, which `message` says",
} as const satisfies Record<FieldCode, string>;

const beginning = `# Errors

Every refusal has the same body: \`error\` for people, \`code\` for programs, \`unmet\` (a list of what is missing, often empty), \`requestId\`, \`docUrl\` (its place on this page), and sometimes more. Decide by \`code\`; the words of \`error\` may change. \`requestId\` is also the header \`X-Request-Id\`: name it when you ask for help.

With \`Accept: application/problem+json\` the body is a problem of RFC 9457: \`type\` (\`docUrl\`), \`title\`, \`status\`, \`detail\` (\`error\`) and \`instance\` (\`requestId\`) beside the same members.

## Wrong fields

\`fields\` names the wrong places of what you sent, each as \`{path, code, message}\`: \`path\` has dots (\`lineItems.0.unitCents\`), \`message\` is for people, and \`code\` is one of these:

| code | what is wrong there |
|---|---|
${fieldCodes.map((code) => `| \`${code}\` | ${meanings[code]} |`).join("\n")}
`;

const ending = `
## 500: a fault of ours

### internal_error

It has rung an alarm.

**What to do.** Repeat with the same \`Idempotency-Key\`: nothing is done twice. If it stays, tell us the \`requestId\`.
`;

/** What a host in front refuses by itself, where no route of the product has the code. */
const hostRefusals = {
  invalid_request: `The gateway refused the request before it reached the service: it is not HTTP as it must be.

**What to do.** Correct the request.`,
  headers_too_large: `The local sandbox refused the request: its headers are over 16 KB together. In production the gateway says \`invalid_request\`.

**What to do.** Send shorter headers.`,
  request_timeout: `The local sandbox refused the request: it did not arrive whole within a minute. In production the gateway says \`invalid_request\`.

**What to do.** Send it again.`,
  starting: `The local sandbox is starting, and nothing answers behind it yet.

**What to do.** Send it again in a few seconds.`,
} as const;

function beforeTheService(explained: readonly string[]): string {
  const entries = Object.entries(hostRefusals).filter(([code]) => !explained.includes(code));
  return `\n## Before the service\n\n${entries.map(([code, text]) => `### ${code}\n\n${text}\n`).join("\n")}`;
}

function entry(code: RefusalCode, { words: labels }: DocsSite): string {
  const { cause, remedy } = labels?.[code] ?? errorExplanations[code];
  return `### ${code}\n\n${cause}\n\n**What to do.** ${remedy}\n`;
}

/** The page of a product's errors as Markdown: by status, then by code. */
export function errorPageText(site: DocsSite): string {
  const { codes: all, underKey } = site;
  const chapters = (Object.keys(statuses).map(Number) as Status[]).map((status) => {
    const codes = all.filter((code) => statusOf[code] === status).toSorted();
    if (codes.length === 0) return "";
    return `\n## ${status}: ${statuses[status]}\n\n${codes.map((code) => entry(code, site)).join("\n")}`;
  });
  return `${beginning}\n${underKey}\n${chapters.join("")}${ending}${beforeTheService(all)}`;
}

import type { RefusalCode } from "../../domain/core/refusal.ts";
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

const beginning = `# Errors

Every refusal has the same body: \`error\` for people, \`code\` for programs, \`unmet\` (a list of what is missing, often empty), \`requestId\`, and sometimes more, such as \`fields\`. Decide by \`code\`; the words of \`error\` may change. \`requestId\` is also the header \`X-Request-Id\`: name it when you ask for help.
`;

const ending = `
## 500 internal_error

A fault of ours. It has rung an alarm. Repeat with the same \`Idempotency-Key\`: nothing is done twice. If it stays, tell us the \`requestId\`.
`;

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
  return `${beginning}\n${underKey}\n${chapters.join("")}${ending}`;
}

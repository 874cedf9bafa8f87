import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { erasureReasons } from "../../functions/domain/core/sealed-text.ts";
import { subjectSearchOf } from "../../functions/domain/operations/erasable-types.ts";
import { Trouble } from "../sandbox/trouble.ts";
import {
  type AskOperators,
  type OperatorRequest,
  operatorApi,
  operatorApiOptions,
  operatorApiUsage,
} from "./operator-api.ts";

/** What `npm run privacy -- --help` prints. */
const privacyUsage = `npm run privacy -- find WHOM     what is stored about an e-mail address, a tenant (ten_...), the payers of an
                                 invoice (inv_...), or under an id
npm run privacy -- export ID     all that is stored about a subject, as JSON; --out FILE writes it there
npm run privacy -- erase ID      erases a subject, or says when it goes; --reason WHY, --reference NUMBER
npm run privacy -- list          the requests to erase, newest first; --status scheduled, erased or withdrawn
npm run privacy -- show ID       a request to erase (ers_...)
npm run privacy -- withdraw ID   takes a request to erase back that still waits
A subject is the id of an application (kyb_...), of a request for access (sgn_...), or of the settlement of a payment
on an invoice's page (stl_...), which find knows by the payment (pay_...) too. It takes the role admin. Exits
with 1 where it is refused.
  --reason WHY  ${erasureReasons.join(", ")}
                (${erasureReasons[0]})
  --reference NUMBER
                of the letter or ticket that asked for it; no name in it
${operatorApiUsage}`;

const text = { type: "string" } as const;
const options = {
  ...operatorApiOptions,
  reason: text,
  reference: text,
  out: text,
  status: text,
  help: { type: "boolean" },
} as const;

type Values = ReturnType<typeof read>["values"];

function read(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

/** What each command asks the interface, of whom it names. */
const requests: Readonly<Record<string, (whom: string, values: Values) => OperatorRequest>> = {
  find: (whom) => ({ method: "POST", path: "/admin/privacy/subjects", body: subjectSearchOf(whom) }),
  export: (subject) => ({ method: "POST", path: "/admin/privacy/exports", body: { subject } }),
  erase: (subject, { reason = erasureReasons[0], reference = null }) => ({
    method: "POST",
    path: "/admin/privacy/erasures",
    body: { subject, reason, reference },
  }),
  show: (id) => ({ method: "GET", path: `/admin/privacy/erasures/${encodeURIComponent(id)}` }),
  withdraw: (id) => ({ method: "POST", path: `/admin/privacy/erasures/${encodeURIComponent(id)}/withdraw`, body: {} }),
};

/** Answers a person's request as the command line says, by the operators' interface; `connect` says how that is reached. */
export async function runPrivacy(args: readonly string[], connect: typeof operatorApi = operatorApi): Promise<string> {
  const { values, positionals } = read(args);
  if (values.help) return privacyUsage;
  const [word = "", whom, more] = positionals;
  const request = Object.hasOwn(requests, word) ? requests[word] : undefined;
  const isWhole = more === undefined && (request ? whom !== undefined : word === "list" && whom === undefined);
  if (!isWhole) {
    const words = [...Object.keys(requests), "list"].join(", ");
    throw new Trouble(`Say one of ${words}, and whose. Try npm run privacy -- --help.`);
  }
  if (values.out !== undefined && word !== "export") throw new Trouble("--out goes with export.");
  const ask = await connect(values);
  if (!request) return shown(await listed(ask, values.status));
  const answer = async () => shown(await told(ask, request(whom ?? "", values)));
  if (values.out === undefined) return answer();
  await written(values.out, answer);
  return `Written to ${values.out}, which you alone may read. Delete it once it is handed over.`;
}

/** Writes a text into a new file that its owner alone may read. The file is made first: an export that nobody could keep would be on the audit trail all the same. */
async function written(file: string, make: () => Promise<string>): Promise<void> {
  const descriptor = openedAnew(file);
  try {
    writeFileSync(descriptor, `${await make()}\n`);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function openedAnew(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Trouble(code === "EEXIST" ? `There is a file ${file} already.` : `${file} cannot be made: ${message}.`);
  }
}

function shown(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Every request to erase, page by page. */
async function listed(ask: AskOperators, status: string | undefined): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: "100", ...(status && { status }), ...(cursor && { cursor }) });
    const page = await told(ask, { method: "GET", path: `/admin/privacy/erasures?${query}` });
    const { data, nextCursor } = page as { readonly data: unknown[]; readonly nextCursor: string | null };
    found.push(...data);
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

async function told(ask: AskOperators, request: OperatorRequest): Promise<unknown> {
  const answer = await ask(request);
  const value = parsed(answer.text);
  if (value === undefined) throw new Trouble(`What answers (${answer.status}) is no operators' interface.`);
  if (answer.status >= 300) throw new Trouble(`Refused (${answer.status}): ${answer.text}`);
  return value;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

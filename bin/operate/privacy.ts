import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { erasureReasons } from "../../functions/domain/core/sealed-text.ts";
import { subjectSearchOf } from "../../functions/domain/operations/erasable-types.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { type AskOperators, operatorApi, operatorApiOptions, operatorApiUsage } from "./operator-api.ts";
import { askJson, type PrivacyCommand, readAll } from "./privacy-command.ts";
import { screeningPrivacy } from "./privacy-screening.ts";

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
  --screening   the screening interface, whose subjects are the requests for an account (acr_...): find, export
                and erase, which is at once
${operatorApiUsage}`;

const text = { type: "string" } as const;
const options = {
  ...operatorApiOptions,
  reason: text,
  reference: text,
  out: text,
  status: text,
  screening: { type: "boolean" },
  help: { type: "boolean" },
} as const;

function read(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

const erasures = "/admin/privacy/erasures";

/** What each command asks the rails' interface. */
const railsPrivacy: Readonly<Record<string, PrivacyCommand>> = {
  find: {
    of: (ask, whom) => askJson(ask, { method: "POST", path: "/admin/privacy/subjects", body: subjectSearchOf(whom) }),
  },
  export: {
    of: (ask, subject) => askJson(ask, { method: "POST", path: "/admin/privacy/exports", body: { subject } }),
    takes: ["out"],
  },
  erase: {
    of: (ask, subject, { reason = erasureReasons[0], reference = null }) =>
      askJson(ask, { method: "POST", path: erasures, body: { subject, reason, reference } }),
    takes: ["reason", "reference"],
  },
  show: { of: (ask, id) => askJson(ask, { method: "GET", path: `${erasures}/${encodeURIComponent(id)}` }) },
  withdraw: {
    of: (ask, id) => askJson(ask, { method: "POST", path: `${erasures}/${encodeURIComponent(id)}/withdraw`, body: {} }),
  },
  list: { all: (ask, { status }) => readAll(ask, erasures, { ...(status && { status }) }), takes: ["status"] },
};

/** Answers a person's request as the command line says, by the operators' interface; `connect` says how that is reached. */
export async function runPrivacy(args: readonly string[], connect: typeof operatorApi = operatorApi): Promise<string> {
  const { values, positionals } = read(args);
  if (values.help) return privacyUsage;
  const known = values.screening ? screeningPrivacy : railsPrivacy;
  const [word = "", whom, more] = positionals;
  const command = Object.hasOwn(known, word) ? known[word] : undefined;
  if (!command || more !== undefined || (whom === undefined) === "of" in command) {
    const words = Object.keys(known).join(", ");
    throw new Trouble(`Say one of ${words}, and whose. Try npm run privacy -- --help.`);
  }
  for (const option of ["out", "reason", "reference", "status"] as const)
    if (values[option] !== undefined && !command.takes?.includes(option))
      throw new Trouble(`--${option} does not go with ${word}.`);
  const ask = await connect(values, values.screening ? "screening" : "rails");
  const answer = async () => shown(await answerOf(command, ask, whom ?? "", values));
  if (values.out === undefined) return answer();
  await written(values.out, answer);
  return `Written to ${values.out}, which you alone may read. Delete it once it is handed over.`;
}

function answerOf(
  command: PrivacyCommand,
  ask: AskOperators,
  whom: string,
  values: ReturnType<typeof read>["values"],
): Promise<unknown> {
  return "of" in command ? command.of(ask, whom, values) : command.all(ask, values);
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

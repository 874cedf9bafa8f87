import { runAuditVerify } from "./operate/audit-verify.ts";
import { runBackfill } from "./operate/backfill.ts";
import { runLists } from "./operate/lists.ts";
import { runOperator } from "./operate/operators.ts";
import { readRedrive, usage } from "./operate/options.ts";
import { runPrivacy } from "./operate/privacy.ts";
import { redrive } from "./operate/redrive.ts";
import { runRestore } from "./operate/restore.ts";
import { Trouble } from "./sandbox/trouble.ts";

/** Each says what there is to say; what it throws is said in red. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<string>>> = {
  redrive: runRedrive,
  operator: runOperator,
  lists: runLists,
  backfill: runBackfill,
  restore: runRestore,
  privacy: (args) => runPrivacy(args),
  "audit-verify": async (args) => {
    const { text, broken } = await runAuditVerify(args);
    process.exitCode = broken ? 1 : 0;
    return text;
  },
};

async function runRedrive(args: readonly string[]): Promise<string> {
  const options = readRedrive(args);
  if (options === "help") return usage;
  return redrive(options.where, options.queue);
}

/** A word that a command does not know is the person's mistake, not ours. */
function isMistake(error: unknown): error is Error {
  return error instanceof Trouble || String((error as { code?: unknown })?.code).startsWith("ERR_PARSE_ARGS");
}

try {
  const [name = "", ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new Trouble(`sluice knows ${Object.keys(commands).join(", ")}; not ${name || "nothing"}.`);
  console.log(await command(args));
} catch (error) {
  console.error(isMistake(error) ? error.message : error);
  process.exitCode = 1;
}

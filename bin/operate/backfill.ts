import { parseArgs } from "node:util";
import { backfillLists } from "../../functions/app/screening/backfill-lists.ts";
import { listsContext } from "./lists.ts";
import { readWhere, whereOptions, whereUsage } from "./where.ts";

/** What `npm run backfill -- --help` prints. */
const usage = `npm run backfill -- [options]
Lists the screens, monitors, accounts and own entries of the screening interface that an earlier release made without
the lists and pointers that operators find them by. Changes nothing else; may be stopped, repeated, and run beside the
service.
${whereUsage}
Nothing said is the sandbox that runs here.`;

const options = { ...whereOptions, help: { type: "boolean" } } as const;

/** Lists what the deployment that the command line names lacks on its lists; says how much. */
export async function runBackfill(args: readonly string[]): Promise<string> {
  const { help, ...answer } = parseArgs({ args: [...args], options }).values;
  if (help) return usage;
  const isLocal = answer.stage === undefined && answer.endpoint === undefined;
  const context = await listsContext(readWhere(isLocal ? { ...answer, local: true } : answer));
  const { records, listed } = await backfillLists(context);
  return `${records} records looked at, ${listed} of them listed.`;
}

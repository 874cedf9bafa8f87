import { parseArgs } from "node:util";
import { type DeadLetters, deadLetterQueues } from "../../lib/messaging/dead-letters.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { readWhere, type Where, whereOptions, whereUsage } from "./where.ts";

const names = Object.keys(deadLetterQueues) as DeadLetters[];

/** What `npm run redrive -- --help` prints. */
export const usage = `npm run redrive -- --queue ${names.join("|")} [options]
  --queue NAME     whose dead letters: they go back into their queue; the outbox's are pointers to entries
                   that the sweeper hands on, and are removed
${whereUsage}`;

/** Reads the command line; anything it does not know is one sentence of trouble. */
export function readRedrive(given: readonly string[]): { queue: DeadLetters; where: Where } | "help" {
  const { queue, help, ...answer } = parse(given);
  if (help) return "help";
  const known = names.find((name) => name === queue);
  if (known === undefined)
    throw new Trouble(`Whose dead letters? Say ${names.map((name) => `--queue ${name}`).join(" or ")}.`);
  return { queue: known, where: readWhere(answer) };
}

function parse(given: readonly string[]) {
  try {
    const options = { ...whereOptions, queue: { type: "string" }, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new Trouble(`${sentence}. Try npm run redrive -- --help.`);
  }
}

import { parseArgs } from "node:util";
import { type DeadLetters, deadLetterQueues } from "../../lib/dead-letters.ts";
import { Trouble } from "../sandbox/trouble.ts";

const names = Object.keys(deadLetterQueues) as DeadLetters[];

/** What `npm run redrive -- --help` prints. */
export const usage = `npm run redrive -- --queue ${names.join("|")} [options]
  --queue NAME     whose dead letters: they go back into their queue; the outbox's are pointers to entries
                   that the sweeper hands on, and are removed
  --stage NAME     the stage (sandbox)
  --endpoint URL   an emulator's address; without it AWS, with your usual credentials`;

/** Reads the command line; anything it does not know is one sentence of trouble. */
export function readRedrive(
  given: readonly string[],
): { queue: DeadLetters; stage: string; endpoint: string | null } | "help" {
  const { queue, stage = "sandbox", endpoint = null, help } = parse(given);
  if (help) return "help";
  const known = names.find((name) => name === queue);
  if (known === undefined)
    throw new Trouble(`Whose dead letters? Say ${names.map((name) => `--queue ${name}`).join(" or ")}.`);
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new Trouble(`--endpoint ${endpoint} is not an http address.`);
  return { queue: known, stage, endpoint };
}

function parse(given: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { queue: text, stage: text, endpoint: text, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new Trouble(`${sentence}. Try npm run redrive -- --help.`);
  }
}

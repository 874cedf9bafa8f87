import { parseArgs } from "node:util";
import { Trouble } from "../sandbox/trouble.ts";

/** The queues that have dead letters. */
export type DeadLetters = "webhooks" | "outbox";

/** What `npm run redrive -- --help` prints. */
export const usage = `npm run redrive -- --queue webhooks|outbox [options]
  --queue NAME     whose dead letters: webhooks go back into their queue; the outbox's are pointers to entries
                   that the sweeper hands on, and are removed
  --stage NAME     the stage (sandbox)
  --endpoint URL   an emulator's address; without it AWS, with your usual credentials`;

/** Reads the command line; anything it does not know is one sentence of trouble. */
export function readRedrive(
  given: readonly string[],
): { queue: DeadLetters; stage: string; endpoint: string | null } | "help" {
  const { queue, stage = "sandbox", endpoint = null, help } = parse(given);
  if (help) return "help";
  if (queue !== "webhooks" && queue !== "outbox")
    throw new Trouble("Whose dead letters? Say --queue webhooks or --queue outbox.");
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new Trouble(`--endpoint ${endpoint} is not an http address.`);
  return { queue, stage, endpoint };
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

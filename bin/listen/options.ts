import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Trouble } from "../sandbox/trouble.ts";

/** How the listener was asked for on the command line. */
export interface ListenOptions {
  readonly forward: string;
  /** A tenant's slug; none is the sandbox's first. */
  readonly tenant: string | null;
  /** Names of events; none is all. */
  readonly events: readonly string[] | null;
  readonly stateDir: string;
}

/** What `npm run listen -- --help` prints. */
export const usage = `npm run listen -- --forward URL [options]
  --forward URL    where the sandbox's events go, for example http://localhost:3000/hook
  --tenant SLUG    whose events (acme)
  --events A,B     these events alone (all)
  --state DIR      the state directory of the sandbox (.sandbox)`;

/** Reads the command line; anything it does not know is one sentence of trouble. */
export function readListenOptions(given: readonly string[]): ListenOptions | "help" {
  const { forward, tenant, events, state, help } = parse(given);
  if (help) return "help";
  if (forward === undefined) throw new Trouble("Where to? Say --forward http://localhost:3000/hook.");
  if (!/^https?:$/.test(URL.parse(forward)?.protocol ?? ""))
    throw new Trouble(`--forward ${forward} is not an http address.`);
  const names = events?.split(",").map((name) => name.trim());
  if (names?.some((name) => name === "")) throw new Trouble("--events takes names with commas between them.");
  return { forward, tenant: tenant ?? null, events: names ?? null, stateDir: resolve(state ?? ".sandbox") };
}

function parse(given: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { forward: text, tenant: text, events: text, state: text, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new Trouble(`${sentence}. Try npm run listen -- --help.`);
  }
}

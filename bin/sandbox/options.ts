import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";
import { portNumber } from "./ports.ts";
import { Trouble } from "./trouble.ts";

/** How a sandbox was asked for on the command line. */
export interface SandboxOptions {
  /** The API's port; the screening interface is at the next one, the people's pages at the one after. */
  readonly port: number;
  readonly awsPort: number;
  /** Which AWS emulator is started: the quick one, or the strict one. */
  readonly engine: "ministack" | "localstack";
  readonly demo: boolean;
  readonly hold: boolean;
  /** Whether what redirects money needs a second operator, as in production. */
  readonly twoPerson: boolean;
  /** Whether the Lambdas count what each record would have cost on AWS; those of the quick emulator can. */
  readonly cost: boolean;
  /** `bridge-sim`: the live rail's adapter, against a simulator of Bridge on loopback. */
  readonly rail: "mock" | "bridge-sim";
  /** `hifi-sim`: HIFI's adapter beside the rail's own conversion, against a simulator of HIFI on loopback. */
  readonly conversion: "own" | "hifi-sim";
  /** Whom the gates ask: `mock`, `real` for this sandbox's own screening interface, or the address of another one. */
  readonly kyt: "mock" | "real" | `http${string}`;
  /** An AWS endpoint that already runs; none: the sandbox starts its own emulator. */
  readonly endpoint: string | null;
  /** Through which address the Lambdas ask AWS; null where they ask the emulator itself. */
  readonly awsProxy: string | null;
  readonly stateDir: string;
}

/** What `npm start -- --help` prints. */
export const usage = `npm start -- [options]
  --port N         the API's port (4000); screening answers at N+1, the people's pages at N+2
  --aws-port N     the AWS emulator's port (4566)
  --engine NAME    the AWS emulator: ministack, or localstack, which is slower and stricter (ministack)
  --no-demo        do not walk an invoice through at the start
  --hold           the rail can hold value, so escrow and refunds are on
  --two-person     what redirects money, or opens a way for it, needs a second operator
  --no-cost        do not count what each settlement, escrow, screen and webhook would have cost on AWS
                   (GET /api/v1/sandbox/cost, and on a settlement's page in the console)
  --rail NAME      mock, or bridge-sim for the live rail against a simulator of Bridge at N+3 (mock)
  --conversion NAME
                   hifi-sim: the first tenant converts at a simulator of HIFI at N+4, the other
                   as the rail does; by flag vendor.conversion.hifi; not beside bridge-sim (own)
  --kyt WHO        who screens wallets for the gates: mock, real for this sandbox's own screening
                   interface, or the http address of one that stands in between (mock)
  --aws-proxy URL  what the Lambdas ask AWS through: a proxy of yours in front of the emulator's port
  --endpoint URL   use an AWS endpoint that already runs instead of starting one
  --state DIR      where this sandbox keeps its files (.sandbox)`;

/** Reads the command line; anything it does not know is one sentence of trouble. */
export function readOptions(given: readonly string[]): SandboxOptions | "help" {
  const { values } = parse(given);
  if (values.help) return "help";
  const { endpoint = null, "aws-proxy": awsProxy = null } = values;
  if (awsProxy !== null && !isHttp(awsProxy)) throw new Trouble(`--aws-proxy ${awsProxy} is not an http address.`);
  if (endpoint !== null && !isHttp(endpoint)) throw new Trouble(`--endpoint ${endpoint} is not an http address.`);
  if (awsProxy !== null && (values.engine === "localstack" || endpoint !== null))
    throw new Trouble("--aws-proxy goes with the quick emulator alone, which npm start starts itself.");
  if (values.rail === "bridge-sim" && values.conversion === "hifi-sim")
    throw new Trouble(
      "--conversion hifi-sim is refused beside --rail bridge-sim: no leg takes to HIFI what Bridge collects.",
    );
  const stateDir = values.state ?? ".sandbox";
  const engine = oneOf("--engine", ["ministack", "localstack"], values.engine ?? "ministack");
  return {
    port: portNumber("--port", values.port ?? "4000", 5),
    awsPort: portNumber("--aws-port", values["aws-port"] ?? "4566", 1),
    engine,
    demo: !values["no-demo"],
    hold: values.hold ?? false,
    twoPerson: values["two-person"] ?? false,
    cost: !values["no-cost"] && engine === "ministack" && endpoint === null,
    rail: oneOf("--rail", ["mock", "bridge-sim"], values.rail ?? "mock"),
    conversion: oneOf("--conversion", ["own", "hifi-sim"], values.conversion ?? "own"),
    kyt: screener(values.kyt ?? "mock"),
    endpoint: endpoint?.replace(/(?<!\/)\/+$/, "") ?? null,
    awsProxy,
    stateDir: isAbsolute(stateDir) ? stateDir : resolve(stateDir),
  };
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: {
        port: { type: "string" },
        "aws-port": { type: "string" },
        engine: { type: "string" },
        "no-demo": { type: "boolean" },
        hold: { type: "boolean" },
        "two-person": { type: "boolean" },
        "no-cost": { type: "boolean" },
        rail: { type: "string" },
        conversion: { type: "string" },
        kyt: { type: "string" },
        "aws-proxy": { type: "string" },
        endpoint: { type: "string" },
        state: { type: "string" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new Trouble(`${sentence}. Try npm start -- --help.`);
  }
}

function screener(value: string): SandboxOptions["kyt"] {
  if (value === "mock" || value === "real" || isHttp(value)) return value;
  throw new Trouble(`--kyt ${value} is none of mock, real and an http address.`);
}

function isHttp(value: string): value is `http${string}` {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? "");
}

function oneOf<T extends string>(flag: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new Trouble(`${flag} ${value} is unknown: choose ${allowed.join(" or ")}.`);
}

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Trouble } from "./trouble.ts";

/** A tenant as the sandbox hands it out. */
export interface SeededTenant {
  readonly id: string;
  readonly slug: string;
  readonly apiKey: string;
}

/** Where a running sandbox answers and with which keys: `.sandbox/endpoints.json`. */
export interface Endpoints {
  readonly apiUrl: string;
  readonly kytUrl: string;
  readonly operatorUrl: string;
  /** The screening interface's door for operators who come by IAM. */
  readonly kytOperatorUrl: string;
  readonly onboardUrl: string;
  readonly awsEndpoint: string;
  readonly region: string;
  readonly internalToken: string;
  readonly operators: readonly { readonly name: string; readonly token: string }[];
  readonly tenant: SeededTenant;
  readonly otherTenant: SeededTenant;
  /** Of the screening account `sandbox`, whose plan has no limits. */
  readonly kytApiKey: string;
  /** Where the simulator of the rail is steered; null on the mock rail. */
  readonly railControlUrl: string | null;
  /** Where the simulator of HIFI is steered; null without one. */
  readonly conversionControlUrl: string | null;
  /** The sandbox's own webhook receiver: `GET /received` lists what it verified. */
  readonly receiverUrl: string;
}

/** Where an emulator answers for an API of its gateway. */
export function emulatedApiUrl(awsEndpoint: string, apiId: string): string {
  return `${awsEndpoint.replace(/\/$/, "")}/_aws/execute-api/${apiId}/live`;
}

/** The file that tells a sandbox's endpoints. */
export function endpointsFile(stateDir: string): string {
  return join(stateDir, "endpoints.json");
}

/** Written whole or not at all: whoever waits for the file may read it at once. */
export function writeEndpoints(stateDir: string, endpoints: Endpoints): void {
  const file = endpointsFile(stateDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The endpoints of the sandbox that runs with this state directory. */
export function readEndpoints(stateDir: string): Endpoints {
  try {
    return JSON.parse(readFileSync(endpointsFile(stateDir), "utf8"));
  } catch {
    throw new Trouble(`No sandbox runs here: ${endpointsFile(stateDir)} is missing. Start one with npm start.`);
  }
}

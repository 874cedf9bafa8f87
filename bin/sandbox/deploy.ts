import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./emulator.ts";
import type { Processes } from "./processes.ts";
import { Trouble } from "./trouble.ts";

/** What a deployed stack says of itself. */
export interface Outputs {
  readonly ApiId: string;
  readonly OperatorApiId: string;
  readonly OperatorTokensArn: string;
  /** Where a vendor is asked over the network. */
  readonly VendorKeysArn?: string;
  /** Where the gates ask the screening interface. */
  readonly KytKeyArn?: string;
}

/** What the stacks of a sandbox say of themselves. */
export interface Deployment {
  readonly rails: Outputs;
  readonly screening: Outputs;
}

/** Credentials and region that every local AWS endpoint takes. */
export const localAws = { region: "us-east-1", accessKeyId: "test", secretAccessKey: "test" } as const;

/** Runs the ordinary CDK against one endpoint, its files under one state directory. */
export class Cdk {
  readonly #processes: Processes;
  readonly #stateDir: string;
  readonly #assembly: string;
  readonly #outputs: string;

  constructor(processes: Processes, stateDir: string) {
    this.#processes = processes;
    this.#stateDir = stateDir;
    this.#assembly = join(stateDir, "cdk.out");
    this.#outputs = join(stateDir, "outputs.json");
    for (const old of [this.#assembly, this.#outputs]) rmSync(old, { recursive: true, force: true });
  }

  /** Bundles the Lambdas and synthesizes the stacks once. */
  async synth(context: Readonly<Record<string, string>>): Promise<void> {
    const settings = Object.entries({ ...context, bundles: "stored" });
    const flags = settings.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
    await this.#run("synth", ["synth", "--quiet", "--output", this.#assembly, ...flags]);
  }

  async bootstrap(endpoint: string): Promise<void> {
    await this.#run("bootstrap", ["bootstrap", `aws://000000000000/${localAws.region}`], endpoint);
  }

  /** A fresh sandbox on an endpoint that was used before. */
  async destroy(endpoint: string): Promise<void> {
    await this.#run("destroy", ["destroy", "--app", this.#assembly, "--all", "--force"], endpoint);
  }

  async deploy(endpoint: string): Promise<Deployment> {
    // Nobody looks at a change set of a stack that is always new; without one it takes seconds less.
    const method = ["--method", "direct", "--concurrency", "2"];
    const flags = ["--app", this.#assembly, "--all", "--require-approval", "never", ...method];
    await this.#run("deploy", ["deploy", ...flags, "--outputs-file", this.#outputs], endpoint);
    const stacks: Record<string, Outputs> = existsSync(this.#outputs)
      ? JSON.parse(readFileSync(this.#outputs, "utf8"))
      : {};
    const outputsOf = (product: string) => {
      const found = Object.entries(stacks).find(([name]) => name.endsWith(`-${product}`))?.[1];
      if (found === undefined) throw new Trouble(`The deployment left no outputs of the ${product} stack.`);
      return found;
    };
    return { rails: outputsOf("rails"), screening: outputsOf("screening") };
  }

  async #run(name: string, given: readonly string[], endpoint?: string): Promise<void> {
    const logFile = join(this.#stateDir, `cdk-${name}.log`);
    rmSync(logFile, { force: true });
    const code = await this.#processes.run({
      command: process.execPath,
      arguments: [join(root, "node_modules/aws-cdk/bin/cdk"), ...given, "--no-notices", "--no-color"],
      // bootstrap looks for an app where there is a cdk.json, and needs none.
      cwd: name === "bootstrap" ? this.#stateDir : root,
      logFile,
      env: { ...localEnvironment(), ...(endpoint !== undefined && { AWS_ENDPOINT_URL: endpoint }) },
    });
    if (code !== 0) throw new Trouble(`cdk ${name} failed${reason(logFile)}; see ${logFile}.`);
  }
}

// A person's own AWS settings must not leak into a local deployment, nor it into their account.
function localEnvironment(): NodeJS.ProcessEnv {
  const stored = Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_"));
  return {
    ...Object.fromEntries(stored),
    PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: "true",
    CDK_DISABLE_CLI_TELEMETRY: "true",
    // The check of templates against CloudFormation's schemas takes longer than the synthesis; npm run check has it.
    CDK_VALIDATION: "false",
  };
}

function reason(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").split("\n");
  const telling = lines.find((line) => /error|failed|✘|❌/i.test(line) && !/^\s+at /.test(line));
  return telling === undefined ? "" : ` (${telling.trim().slice(0, 200)})`;
}

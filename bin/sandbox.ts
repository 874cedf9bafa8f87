import { walkInvoice } from "./demo.ts";
import type { Endpoints } from "./sandbox/endpoints.ts";
import { Sandbox } from "./sandbox/launch.ts";
import { readOptions, type SandboxOptions, usage } from "./sandbox/options.ts";
import { terminalReport } from "./sandbox/report.ts";
import { Trouble } from "./sandbox/trouble.ts";

const report = terminalReport();
let sandbox: Sandbox | null = null;
let ending = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
process.on("uncaughtException", (error) => void fail(error));
endWithNpm();
// A test run that forked us is told when we are ready, and takes us along when it ends.
process.on("disconnect", () => void end(0));

try {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") console.log(usage);
  else await start(options);
} catch (error) {
  await fail(error);
}

async function start(options: SandboxOptions): Promise<void> {
  const startedAt = performance.now();
  console.log("sluice sandbox");
  sandbox = new Sandbox(options, report);
  const endpoints = await sandbox.start();
  console.log(`  Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  console.log(addresses(endpoints, options));
  if (options.demo) await walkInvoice(endpoints, (line) => console.log(line));
  process.send?.("ready");
  report.say("requests");
  console.log("\nRequests from now on; Ctrl-C ends everything.");
}

function addresses(endpoints: Endpoints, { stateDir, kyt }: SandboxOptions): string {
  return [
    `  API           ${endpoints.apiUrl}`,
    `  Onboarding    ${endpoints.onboardUrl}`,
    `  Screening     ${endpoints.kytUrl}  (the gates ask ${asked(kyt)})`,
    `  Operators     ${endpoints.operatorUrl}`,
    `  Console       ${endpoints.apiUrl}/console  (sign in with an operator's token: ${endpoints.operators.map(({ name }) => name).join(" or ")}, in endpoints.json)`,
    `                ${endpoints.kytUrl}/console  (screening's; the same tokens)`,
    ...(endpoints.railControlUrl
      ? [`  Bridge        ${endpoints.railControlUrl}  (steers its simulator: docs/rails.md)`]
      : []),
    `  Tenant key    ${endpoints.tenant.apiKey}  (${endpoints.tenant.slug})`,
    `  Screening key ${endpoints.kytApiKey}`,
    `  All of it     ${stateDir}/endpoints.json\n`,
  ].join("\n");
}

function asked(kyt: SandboxOptions["kyt"]): string {
  if (kyt === "mock") return "the mock; --kyt real makes them ask this";
  return kyt === "real" ? "this" : kyt;
}

async function fail(error: unknown): Promise<void> {
  if (ending) return;
  report.say("nothing");
  console.error(error instanceof Trouble ? error.message : error);
  await end(1);
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  await sandbox?.stop();
  process.exit(code);
}

// npm that is killed cannot pass the signal on; without it nobody would end the sandbox.
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, 1_000).unref();
}

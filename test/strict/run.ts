import { join } from "node:path";
import { parseArgs } from "node:util";
import { stopCdk } from "./cdk.ts";
import { EngineSandbox } from "./engine-sandbox.ts";
import { recordRelease } from "./record-release.ts";
import { showAll } from "./show-all.ts";

const usage = `npm run test:strict -- [--record]
  --record  write the templates of this release, which the next one is updated from, and nothing else`;

const limitMinutes = 25;
const stateDir = join(import.meta.dirname, "../../.sandbox-strict");
const { values } = parseArgs({
  options: { record: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
let sandbox: EngineSandbox | null = null;
let ending = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(130));

if (values.help) console.log(usage);
else if (values.record) await recordRelease(stateDir);
else await strictRun();

/** Ends by itself in any case, with 0 only if all was shown. */
async function strictRun(): Promise<void> {
  const limit = setTimeout(() => {
    console.error(`The strict run did not end within ${limitMinutes} minutes; its logs are in ${stateDir}.`);
    void end(1);
  }, limitMinutes * 60_000);
  const since = performance.now();
  try {
    sandbox = await EngineSandbox.start(stateDir);
    await showAll(sandbox, (line) => {
      console.log(
        `${Math.round((performance.now() - since) / 1000)
          .toString()
          .padStart(4)} s  ${line}`,
      );
    });
    await end(0);
  } catch (error) {
    if (ending) return;
    console.error(error instanceof Error ? error.message : error);
    console.error(`The strict run failed; its logs are in ${stateDir}.`);
    await end(1);
  } finally {
    clearTimeout(limit);
  }
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  stopCdk();
  await sandbox?.stop();
  process.exit(code);
}

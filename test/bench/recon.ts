import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import type { Rail } from "../../functions/app/rails/ports.ts";
import { GeneratedStore } from "./recon/generated-store.ts";
import { type Measurement, measureClose, measureRecon, type Subject } from "./recon/measure.ts";
import { completedModel } from "./recon/model.ts";
import { onEmulator } from "./recon/on-emulator.ts";

const usage = `npm run bench -- recon [--size N] [--tenants N] [--emulator N]
  --size N      settlements that are made on the fly, a multiple of 4000 (default 1000000)
  --tenants N   tenants whose they are (default 20)
  --emulator N  settlements that are put on the AWS emulator (default 10000; 0 leaves it out)`;

/** What a run may hold: a sixteenth of the Lambda's memory. */
const heapMb = 64;
const { values } = parseArgs({
  options: {
    size: { type: "string", default: "1000000" },
    tenants: { type: "string", default: "20" },
    emulator: { type: "string", default: "10000" },
    role: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const tenants = Number(values.tenants);

if (values.help) console.log(usage);
else if (values.role !== undefined) await play(values.role, Number(values.size));
else await compare();

function railOf(made: GeneratedStore): Rail {
  const rail = {
    name: "mock",
    transfers: async ({ cursor }: { cursor: string | null }) => made.transfers(cursor),
    transfersOf: async (refs: readonly string[]) => made.transfersOf(refs),
  };
  return rail as unknown as Rail;
}

/** One measurement in a process of its own, whose heap can hold no million of anything. */
async function play(role: string, size: number): Promise<void> {
  const made = new GeneratedStore(await completedModel(), size, tenants);
  const rail = railOf(made);
  if (role === "emulator") {
    const engine = await onEmulator(made);
    process.send?.(engine ? await measureRecon({ ...engine, rail }, true) : null);
    await engine?.stop();
    process.exit(0);
  }
  const subject: Subject = { store: made, calls: () => made.calls, rail };
  process.send?.(role === "close" ? await measureClose(subject) : await measureRecon(subject, role === "csv"));
  process.exit(0);
}

async function measured(role: string, size: number): Promise<Partial<Measurement> | null> {
  const child: ChildProcess = fork(
    import.meta.filename,
    ["--role", role, "--size", String(size), "--tenants", values.tenants],
    { execArgv: [`--max-old-space-size=${heapMb}`] },
  );
  const reply = once(child, "message").then(([message]) => message as Partial<Measurement> | null);
  const ended = once(child, "exit").then(() => undefined);
  const answer = await Promise.race([reply, ended]);
  if (answer === undefined) throw new Error(`${role} of ${size} settlements ended without figures`);
  return answer;
}

function tell(title: string, size: number, found: Partial<Measurement>): void {
  const { lines = 0, bytes = 0, seconds = 0, peakHeapMb, peakRssMb, firstReads, lastReads, unbalanced, breaks } = found;
  const reads =
    firstReads === undefined ? "" : `; reads of the first page and of the last: ${firstReads} and ${lastReads}`;
  console.log(
    `${title}, ${size} settlements: ${lines} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, peak heap ${peakHeapMb} MB, peak RSS ${peakRssMb} MB${reads}; unbalanced ${unbalanced}, breaks ${breaks ?? 0}`,
  );
  const wrong = lines !== size || unbalanced !== 0 || (breaks ?? 0) !== 0 || firstReads !== lastReads;
  if (wrong) process.exitCode = 1;
}

async function compare(): Promise<void> {
  const size = Number(values.size);
  console.log(`each in a process with a heap of at most ${heapMb} MB, ${tenants} tenants`);
  for (const each of [Math.min(10_000, size), size]) {
    for (const [role, title] of [
      ["json", "reconciliation as JSON"],
      ["csv", "reconciliation as CSV"],
      ["close", "daily close"],
    ] as const) {
      const found = await measured(role, each);
      if (found) tell(title, each, found);
    }
  }
  const onTable = Number(values.emulator);
  if (onTable === 0) return;
  const found = await measured("emulator", onTable);
  if (found) tell("reconciliation as CSV on the AWS emulator", onTable, found);
  else console.log("the AWS emulator is not installed: npm start installs it");
}

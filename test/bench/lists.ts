import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { machine } from "./core/spread.ts";
import type { ListFigures } from "./lists/measure.ts";

const usage = `npm run bench -- lists [--size N] [--table N]
  --size N   invoices, and as many settlements, of one tenant that are made on the fly (default 1000000)
  --table N  invoices, and as many settlements, that are put into DynamoDB Local (default 100000; 0 leaves it out)`;

/** What a process may hold: a sixteenth of the Lambda's memory. */
const heapMb = 64;
/** The page that is compared with the first. */
const farPage = 10_000;

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "1000000" },
    table: { type: "string", default: "100000" },
    role: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(usage);
else if (values.role !== undefined) await play(values.role, Number(values.size));
else await report();

async function play(role: string, size: number): Promise<void> {
  const { GeneratedTenant, paidModel } = await import("./lists/generated-tenant.ts");
  const { measureLists } = await import("./lists/measure.ts");
  const made = new GeneratedTenant(await paidModel(), size);
  const limit = Math.max(1, Math.min(100, Math.floor(size / farPage)));
  if (role === "memory") {
    process.send?.(await measureLists({ made, store: made, calls: () => made.calls }, limit));
  } else {
    const { onDynamodbLocal } = await import("./lists/on-dynamodb-local.ts");
    const engine = await onDynamodbLocal(made);
    process.send?.(engine ? await measureLists({ made, ...engine }, limit) : null);
    await engine?.stop();
  }
  process.exit(0);
}

async function measured(role: string, size: number): Promise<ListFigures | null> {
  const child = fork(import.meta.filename, ["--role", role, "--size", String(size)], {
    execArgv: [`--max-old-space-size=${heapMb}`],
  });
  const ended = once(child, "exit").then(() => {
    throw new Error(`${role} of ${size} ended without figures`);
  });
  const [figures] = await Promise.race([once(child, "message"), ended]);
  return figures as ListFigures | null;
}

async function report(): Promise<void> {
  console.log(
    `one tenant, one customer, one wallet; each in a process with a heap of at most ${heapMb} MB; ${machine()}`,
  );
  const size = Number(values.size);
  for (const each of [Math.min(size, 10_000), size]) print("made on the fly", each, await measured("memory", each));
  const onTable = Number(values.table);
  if (onTable === 0) return;
  const found = await measured("table", onTable);
  if (found) print("on DynamoDB Local", onTable, found);
  else console.log("DynamoDB Local is not installed: npm test installs it");
}

function print(title: string, size: number, figures: ListFigures | null): void {
  if (!figures) return;
  const { pages, lists, walked, walkSeconds, rareCalls, searches, peakHeapMb, peakRssMb } = figures;
  console.log(
    `${size} invoices and settlements, ${title}: ${walked} invoices walked in ${walkSeconds.toFixed(0)} s, peak heap ${peakHeapMb} MB, peak RSS ${peakRssMb} MB; a filter that nothing passes stops after ${rareCalls} calls`,
  );
  for (const { title: list, first, last } of lists)
    console.log(
      `  ${list}: page 1 ${first.calls} calls, ${first.ms.toFixed(1)} ms; page ${pages} ${last.calls} calls, ${last.ms.toFixed(1)} ms`,
    );
  for (const { q, found, calls } of searches) console.log(`  search for ${q}: ${found} found in ${calls} calls`);
  const isFlat = lists.every(({ first, last }) => first.calls >= last.calls && last.records > 0);
  if (!isFlat || walked !== size || searches.some(({ found }) => found === 0)) process.exitCode = 1;
}

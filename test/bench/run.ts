import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The benchmarks by name: the program of each, and what it shows. */
const benchmarks: Readonly<Record<string, readonly [string, string]>> = {
  "cold-start": ["cold-start.ts", "a fresh Lambda's first answer beside the usual design's"],
  bundle: ["bundle.ts", "bytes of bundles by package beside the usual design's"],
  cpu: ["cpu.ts", "CPU of create and pay outside AWS calls"],
  webhooks: ["webhooks.ts", "webhook deliveries beside a plain worker and BullMQ"],
  claims: ["claims.ts", "payments under our idempotency claim and under makeIdempotent, the same crash schedules"],
  screens: ["screening.ts", "CPU of screens, random addresses, cold start"],
  clients: ["clients.ts", "eight clients at once on a sandbox, from an invoice to its settlement's completion"],
  matching: ["matching.ts", "alerts matched to payments"],
  lists: ["lists.ts", "lists, filters and searches of a tenant with a million invoices and settlements"],
  recon: ["recon.ts", "reconciliation, its export and the close of a million settlements"],
};

const usage = `npm run bench -- [NAME [OPTIONS]]
  all of them one after the other, or one with its own options (NAME --help shows them):
${Object.entries(benchmarks)
  .map(([name, [, title]]) => `  ${name.padEnd(12)}${title}`)
  .join("\n")}`;

const [name, ...options] = process.argv.slice(2);
const wanted = Object.entries(benchmarks).filter(([each]) => name === undefined || each === name);
if (wanted.length === 0) {
  console.log(usage);
  process.exitCode = name === "--help" ? 0 : 1;
}
const missed: string[] = [];
for (const [each, [program, title]] of wanted) {
  if (name === undefined) console.log(`\n${each}: ${title}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, program), ...options], {
    stdio: "inherit",
  });
  if (status !== 0) missed.push(each);
}
if (missed.length > 0) {
  console.log(`\nan aim is missed, or it failed: ${missed.join(", ")}`);
  process.exitCode = 1;
}

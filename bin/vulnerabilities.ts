import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Exception, readAudit, stopping } from "./supply/advisories.ts";

/** Advisories that stay for now, each with the reason and the day on which it is looked at again. */
const accepted: readonly Exception[] = [];

const root = join(import.meta.dirname, "..");

// Asks the registry that npm is set to. Where it gives no advisories, this says so and stops nothing: what was not
// checked is not a finding.
const said = readAudit(await printedBy("npm", ["audit", "--json"]));
if (!said.answered) {
  console.log(`vulnerabilities: NOT CHECKED, the registry gave no advisories (${said.words})`);
} else {
  const stops = stopping(said.found, bundledNames(), accepted, new Date().toISOString().slice(0, 10));
  for (const each of stops) console.error(each);
  console.log(`vulnerabilities: ${said.found.length} advisories, ${stops.length} of them stop a release`);
  process.exitCode = stops.length === 0 ? 0 : 1;
}

/** The packages of the bill of materials that the last build wrote; without one every package counts as deployed. */
function bundledNames(): ReadonlySet<string> {
  const bill = join(root, ".build/bom.json");
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  if (!existsSync(bill)) return new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const { components } = JSON.parse(readFileSync(bill, "utf8")) as { components: { group?: string; name: string }[] };
  return new Set(components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)));
}

async function printedBy(command: string, given: readonly string[]): Promise<string> {
  const child = spawn(command, given, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  return printed;
}

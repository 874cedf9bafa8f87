import { join, relative } from "node:path";
import { deployedLambdas } from "../lib/api/deployed-lambdas.ts";
import { bundle } from "./build.ts";
import { refusedLicenses } from "./supply/licenses.ts";
import { writeBill } from "./supply/write-bill.ts";

// What is deployed: a bill of materials beside the bundles, and their licenses on the screen.
const folder = join(import.meta.dirname, "../.build");
const { files } = await bundle(deployedLambdas, folder);
const packages = writeBill(files, folder);
const licenses = [...new Set(packages.map(({ license }) => license))].sort();
for (const license of licenses) {
  const under = packages.filter((each) => each.license === license);
  console.log(`${license || "no license named"}: ${under.map(({ name, version }) => `${name} ${version}`).join(", ")}`);
}
const refused = refusedLicenses(packages);
for (const each of refused) console.error(each);
console.log(`${packages.length} packages in ${files.size} Lambdas: ${relative(process.cwd(), folder)}/bom.json`);
process.exitCode = refused.length === 0 ? 0 : 1;

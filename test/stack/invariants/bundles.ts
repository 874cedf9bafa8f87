import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../../bin/build.ts";
import { deployedLambdas } from "../../../lib/api/deployed-lambdas.ts";
import { scratchFolder } from "../../support/runner/scratch.ts";
import type { Commands } from "./commands.ts";

/** What is deployed of every Lambda: how large it is unpacked, and which SDK commands are in it. */
export interface Bundles {
  readonly bytes: ReadonlyMap<string, number>;
  readonly commands: Commands;
}

/** Bundles every Lambda as a deployment does. */
export async function readBundles(): Promise<Bundles> {
  const folder = scratchFolder("invariants");
  await bundle(deployedLambdas, folder);
  const names = Object.keys(deployedLambdas);
  return {
    bytes: new Map(names.map((name) => [name, bytesIn(join(folder, name))])),
    commands: new Map(names.map((name) => [name, commandsIn(join(folder, name, "index.mjs"))])),
  };
}

// Tree shaking keeps the class of each command that something may send, and keepNames its name. What is sent without a
// command, as a presigned form is, does not show; nor does on which resource a command is sent.
function commandsIn(file: string): string[] {
  const named = readFileSync(file, "utf8").matchAll(/\(this,"(\w+Command)"\)/g);
  return [...new Set([...named].map(([, name = ""]) => name))].sort();
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.map((file) => statSync(join(folder, file))).reduce((total, { size }) => total + size, 0);
}

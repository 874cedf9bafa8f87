import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundle, type Chunks, reachedChunks } from "../../../bin/build.ts";
import { storedBundles } from "../../../bin/stored-bundles.ts";
import type { BundledPackage } from "../../../bin/supply/bundled-packages.ts";
import { writeBill } from "../../../bin/supply/write-bill.ts";
import { deployedLambdas } from "../../../lib/api/deployed-lambdas.ts";
import { scratchFolder } from "../../support/runner/scratch.ts";
import type { Commands } from "./commands.ts";

const root = join(import.meta.dirname, "../../..");

/** What is deployed of every Lambda: how large it is unpacked, which SDK commands are in it, and of those in chunks which files of ours run at a cold start. */
export interface Bundles {
  /** The files of two builds that are not the same bytes in both. */
  readonly unlike: readonly string[];
  /** Files that name the folder they were built in. */
  readonly placed: readonly string[];
  readonly packages: readonly BundledPackage[];
  readonly bytes: ReadonlyMap<string, number>;
  readonly commands: Commands;
  readonly coldStarts: ReadonlyMap<string, readonly string[]>;
  /** The Lambdas whose code has this text. */
  readonly having: (text: string) => string[];
}

/** Bundles every Lambda as a deployment does. */
export async function readBundles(): Promise<Bundles> {
  const folder = scratchFolder("invariants");
  const { chunks, files } = await bundle(deployedLambdas, folder);
  // Another build: the one that checks of these sources are made of.
  const { folder: again, files: stored } = await storedBundles(deployedLambdas, false);
  writeBill(stored, again);
  const packages = writeBill(files, folder);
  const names = Object.keys(deployedLambdas);
  const written = filesIn(folder);
  return {
    unlike: [...new Set([...written, ...filesIn(again)])].filter(
      (file) => !isSame(join(folder, file), join(again, file)),
    ),
    placed: written.filter((file) => file.endsWith(".mjs") && readFileSync(join(folder, file)).includes(root)),
    packages,
    bytes: new Map(names.map((name) => [name, bytesIn(join(folder, name))])),
    commands: new Map(names.map((name) => [name, commandsIn(join(folder, name))])),
    having: (text) => names.filter((name) => codeIn(join(folder, name)).includes(text)),
    coldStarts: new Map([...chunks].map(([name, own]) => [name, startedIn(own)])),
  };
}

function isSame(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return found.filter((file) => statSync(join(folder, file)).isFile());
}

function startedIn(chunks: Chunks): string[] {
  const reached = reachedChunks(chunks, ["import-statement"]);
  const inputs = [...reached].flatMap((name) => Object.keys(chunks[name]?.inputs ?? {}));
  return inputs.filter((path) => path.startsWith("functions/"));
}

// Tree shaking keeps the class of each command that something may send, and keepNames its name. What is sent without a
// command, as a presigned form is, does not show; nor does on which resource a command is sent.
function commandsIn(folder: string): string[] {
  const named = codeIn(folder).matchAll(/\(this,"(\w+Command)"\)/g);
  return [...new Set([...named].map(([, name = ""]) => name))].sort();
}

function codeIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  return files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.map((file) => statSync(join(folder, file))).reduce((total, { size }) => total + size, 0);
}

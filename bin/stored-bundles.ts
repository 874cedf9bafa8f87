import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ApiLambda } from "../functions/http/operation.ts";
import { type BundleResult, bundle } from "./build.ts";

/** Bundles that lie in a folder of this machine from one run to the next. */
export interface StoredBundles {
  readonly folder: string;
  /** Where the CDK keeps the archives that it makes of them. */
  readonly archives: string;
  readonly files: BundleResult["files"];
}

type Lambdas = Readonly<Record<string, ApiLambda>>;

const root = fileURLToPath(new URL("..", import.meta.url));
const shelf = join(root, ".sandbox/bundles");

/** So many sets of bundles stay. */
const setsAtMost = 3;

/** Nothing that somebody may still read is removed before. */
const readForMs = 3_600_000;

/** Every Lambda's bundle: made once of the same sources, packages and settings, by whichever process asks first. For stacks that stay on this machine; `metered` ones can tell a sandbox what they would have cost. */
export async function storedBundles(lambdas: Lambdas, metered: boolean): Promise<StoredBundles> {
  const set = join(shelf, digestOf(lambdas, metered));
  mkdirSync(shelf, { recursive: true });
  for (;;) {
    const found = read(set);
    if (found !== null) return found;
    if (takes(`${set}.lock`)) break;
    await wait(200);
  }
  try {
    return read(set) ?? (await make(lambdas, set, metered));
  } finally {
    rmSync(`${set}.lock`, { force: true });
  }
}

async function make(lambdas: Lambdas, set: string, metered: boolean): Promise<StoredBundles> {
  removeOldest();
  const own = `${set}.${process.pid}`;
  try {
    const { files } = await bundle(lambdas, join(own, "bundles"), metered);
    mkdirSync(join(own, "archives"));
    writeFileSync(join(own, "files.json"), JSON.stringify([...files].map(([name, each]) => [name, [...each]])));
    renameSync(own, set);
    return { ...placesIn(set), files };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function read(set: string): StoredBundles | null {
  const list = join(set, "files.json");
  if (!existsSync(list)) return null;
  const now = new Date();
  utimesSync(set, now, now);
  const files: readonly (readonly [string, string[]])[] = JSON.parse(readFileSync(list, "utf8"));
  return { ...placesIn(set), files: new Map(files.map(([name, each]) => [name, new Set(each)])) };
}

function placesIn(set: string): Pick<StoredBundles, "folder" | "archives"> {
  return { folder: join(set, "bundles"), archives: join(set, "archives") };
}

/** Of all that bundles are made of: our own sources, packages by their lock, the assets of Lambdas, and how they are bundled. */
function digestOf(lambdas: Lambdas, metered: boolean): string {
  const assets = Object.values(lambdas).flatMap((each) => each.assets ?? []);
  const ours = assets.filter((each) => !each.startsWith("node_modules/"));
  const places = [
    "functions",
    "docs",
    "bin/build.ts",
    "bin/environment-credentials.ts",
    "bin/lean-packages.ts",
    "bin/no-event-streams.ts",
    "bin/sandbox/cost/lambda-meter.ts",
    "bin/lean-packages.ts",
    "bin/no-event-streams.ts",
    "package-lock.json",
    "tsconfig.json",
  ];
  const hash = createHash("sha256").update(JSON.stringify([lambdas, process.version, metered]));
  for (const file of [...new Set([...places, ...ours])].flatMap(filesAt).toSorted())
    hash.update(JSON.stringify(relative(root, file))).update(readFileSync(file));
  return hash.digest("hex").slice(0, 32);
}

function filesAt(place: string): string[] {
  const path = join(root, place);
  if (!statSync(path).isDirectory()) return [path];
  const inside = readdirSync(path, { recursive: true, withFileTypes: true });
  return inside.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

/** Whether this process may make the bundles; the mark of one that has died is taken away. */
function takes(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (hasDied(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function hasDied(lock: string): boolean {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    // Not written yet.
    if (owner === 0) return false;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function removeOldest(): void {
  const sets = readdirSync(shelf)
    .map((name) => join(shelf, name))
    .filter((path) => !path.endsWith(".lock"))
    .map((path) => ({ path, usedMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.usedMs - one.usedMs);
  for (const { path, usedMs } of sets.slice(setsAtMost - 1))
    if (Date.now() - usedMs > readForMs) rmSync(path, { recursive: true, force: true });
}

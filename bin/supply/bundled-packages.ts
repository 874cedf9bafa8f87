import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package of which something is deployed. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression as the package says it; empty where it says none. */
  readonly license: string;
  /** SHA-512 of its archive in base64, as the lock file has it; undefined where it has none. */
  readonly sha512: string | undefined;
  /** The Lambdas that have something of it in their bundle or beside it. */
  readonly lambdas: readonly string[];
  /** The names and versions of the bundled packages that it asks for. */
  readonly needs: readonly string[];
}

/** Licenses of packages that name none in their manifest, as the text that comes with them says it. */
const licensesInText: Readonly<Record<string, string>> = { "png-js@2.0.0": "MIT" };

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The folder of the package that a file belongs to, as lock files name it; undefined for a file of ours. */
export function packageFolderOf(path: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** The packages behind the files of each Lambda, by name. */
export function bundledPackages(root: string, filesOfLambda: ReadonlyMap<string, Iterable<string>>): BundledPackage[] {
  const lambdasOf = new Map<string, Set<string>>();
  for (const [lambda, files] of filesOfLambda)
    for (const folder of new Set([...files].map(packageFolderOf)))
      if (folder !== undefined) lambdasOf.set(folder, (lambdasOf.get(folder) ?? new Set()).add(lambda));
  const locked = lockedPackages(root);
  const described = [...lambdasOf].map(([folder, lambdas]): BundledPackage => {
    const manifest = manifestOf(root, folder);
    const integrity = locked[folder]?.integrity;
    return {
      ...{ name: manifest.name, version: manifest.version, license: manifest.license },
      sha512: integrity?.startsWith("sha512-") ? integrity.slice("sha512-".length) : undefined,
      lambdas: [...lambdas].sort(),
      needs: Object.keys(locked[folder]?.dependencies ?? {})
        .map((name) => foundFrom(folder, name, lambdasOf))
        .flatMap((found) => (found === undefined ? [] : [idOf(manifestOf(root, found))]))
        .sort(),
    };
  });
  return [...mergedById(described).values()].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

/** A package by name and version, which is what tells it from all others. */
export function idOf({ name, version }: Pick<BundledPackage, "name" | "version">): string {
  return `${name}@${version}`;
}

/** The same version in two folders is one package. */
function mergedById(packages: readonly BundledPackage[]): ReadonlyMap<string, BundledPackage> {
  const merged = new Map<string, BundledPackage>();
  for (const each of packages) {
    const known = merged.get(idOf(each));
    const union = (one: readonly string[] = [], other: readonly string[]) => [...new Set([...one, ...other])].sort();
    const lambdas = union(known?.lambdas, each.lambdas);
    merged.set(idOf(each), { ...each, lambdas, needs: union(known?.needs, each.needs) });
  }
  return merged;
}

/** Where Node.js finds a package from another's folder: the nearest folder of modules above it. */
function foundFrom(folder: string, name: string, known: ReadonlyMap<string, unknown>): string | undefined {
  for (let at = folder; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const own = `${at}/node_modules/${name}`;
    if (known.has(own)) return own;
  }
  return known.has(`node_modules/${name}`) ? `node_modules/${name}` : undefined;
}

function lockedPackages(root: string): Readonly<Record<string, LockedPackage>> {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
}

function manifestOf(root: string, folder: string) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const said = typeof license === "string" ? license : (licensesInText[`${name}@${version}`] ?? "");
  return { name: String(name), version: String(version), license: said };
}

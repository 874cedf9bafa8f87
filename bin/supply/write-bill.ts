import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BundleResult } from "../build.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { type BundledPackage, bundledPackages } from "./bundled-packages.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Writes what is in the bundles beside them, as `bom.json`; gives back the packages. */
export function writeBill(files: BundleResult["files"], folder: string): BundledPackage[] {
  const packages = bundledPackages(root, files);
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(folder, "bom.json"), billOfMaterials({ name, version }, packages));
  return packages;
}

import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * A file that is copied beside the bundle (`ApiLambda.assets`), by its path from the repository's root, or one in a
 * folder that is. Where the source runs as it is, it lies where it is copied from.
 */
export function readBundledAsset(asset: string, within = ""): Uint8Array {
  const copied = new URL(`./${basename(asset)}${within}`, import.meta.url);
  return readFileSync(existsSync(copied) ? copied : new URL(`../../../${asset}${within}`, import.meta.url));
}

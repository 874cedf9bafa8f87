import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, installDebianPackage, installed, MissingPart } from "./step.mjs";

/** The last release, which Debian has; any machine's own of that version serves as well. */
const version = "6.5.2";
const folder = join(installed, "spin");
const unpacked = join(folder, "usr/bin/spin");
const places = ["spin", unpacked];

/** Where the model checker is; undefined where it is not installed, or has no C compiler to work with. */
export function spinPath() {
  return hasCompiler() ? places.find((path) => isWanted(path)) : undefined;
}

/** The model checker of the settlement and escrow protocols, and the C compiler that it works with. */
export const spin = {
  title: `Spin ${version}`,
  done: () => spinPath() !== undefined,
  make: () => {
    if (!hasCompiler() && !(installDebianPackage("gcc") && installDebianPackage("libc6-dev")))
      throw new MissingPart("The model checker needs a C compiler, and there is none: install gcc.");
    if (places.some(isWanted)) return;
    unpack();
    if (!places.some(isWanted))
      throw new MissingPart(`The model is checked with Spin ${version}, and there is none: install spin.`);
  },
};

function hasCompiler() {
  return attempt("cc", ["--version"]).ok;
}

function isWanted(path) {
  if (path === unpacked && !existsSync(unpacked)) return false;
  return attempt(path, ["-V"]).output.includes(`Version ${version} `);
}

/** Debian's package into a folder of ours: that needs nobody's password. */
function unpack() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const download = () => attempt("sh", ["-c", `cd "$0" && apt-get download spin`, folder]).ok;
  if (!download() && !(attempt("apt-get", ["update"]).ok && download())) return;
  for (const file of readdirSync(folder))
    if (file.endsWith(".deb")) attempt("dpkg", ["-x", join(folder, file), folder]);
}

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must, npmBin, root } from "./step.mjs";

/** The npm packages, by lock file. */
export const packages = {
  title: "npm packages",
  done: () =>
    existsSync(join(npmBin, "node")) &&
    sameTree(lockOf("package-lock.json"), lockOf("node_modules/.package-lock.json")),
  make: () => {
    must("npm ci failed", /npm (error|ERR!) (?!code|A complete log)/, "npm", [
      "ci",
      "--no-progress",
      "--loglevel=error",
    ]);
    if (!existsSync(join(npmBin, "node"))) {
      must("npm could not install Node 24", /npm (error|ERR!)/, "npm", ["rebuild", "node"]);
    }
  },
};

function lockOf(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** npm's own record of what it installed leaves out what is not for this platform. */
function sameTree(wanted, present) {
  if (wanted === undefined || present === undefined || !isCurrent(wanted[""])) return false;
  const same = (path) =>
    present[path]?.version === wanted[path].version && present[path]?.integrity === wanted[path].integrity;
  return Object.keys(wanted).every(
    (path) => path === "" || (wanted[path].optional && present[path] === undefined) || same(path),
  );
}

/** A lock file that lags behind package.json is npm ci's to complain about. */
function isCurrent(lockedRoot) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return (
    sameVersions(dependencies, lockedRoot.dependencies) && sameVersions(devDependencies, lockedRoot.devDependencies)
  );
}

function sameVersions(left = {}, right = {}) {
  const sorted = (versions) => JSON.stringify(Object.entries(versions).sort());
  return sorted(left) === sorted(right);
}

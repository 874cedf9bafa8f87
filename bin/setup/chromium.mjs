import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { attempt, installDebianPackage, npmBin, root, SetupError } from "./step.mjs";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const usual = [
  "/usr/lib/chromium/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser of the page tests, if there is one; they find it by SLUICE_CHROMIUM. */
export function chromiumPath() {
  const inPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.SLUICE_CHROMIUM, ...inPath, ...usual].find(isProgram) ?? [playwrightPath()].find(isProgram);
}

/** A real Chromium for the page tests: the machine's own, else Debian's, else Playwright's. */
export const chromium = {
  title: "Chromium",
  done: () => chromiumPath() !== undefined,
  make: () => {
    // Ubuntu's package of that name only points at a snap.
    if (isDebian()) installDebianPackage("chromium");
    if (chromiumPath() === undefined && playwrightPath() !== undefined) {
      attempt(process.execPath, [join(npmBin, "playwright-core"), "install", "chromium"]);
    }
    if (chromiumPath() === undefined) throw new SetupError("none was found and none could be installed");
  },
};

function isProgram(path) {
  try {
    if (!path) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where Playwright keeps, or would keep, its browser; nothing when the package is not installed. */
function playwrightPath() {
  try {
    return createRequire(join(root, "package.json"))("playwright-core").chromium.executablePath();
  } catch {
    return undefined;
  }
}

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

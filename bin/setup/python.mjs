import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt, installed, must, root, SetupError } from "./step.mjs";

const candidates = [
  "python3",
  "python",
  "python3.14",
  "python3.13",
  "python3.12",
  "python3.11",
  "python3.10",
];
const pipInstall = [
  ...["-m", "pip", "install", "--quiet", "--no-input"],
  ...["--disable-pip-version-check", "--require-hashes"],
];

/** The emulator, pinned, in a virtual environment of its own. */
export const python = environment("AWS emulator", "venv", "requirements.txt");

/** What generates hostile requests, pinned, apart from the emulator: only the command that sends them needs it. */
export const schemathesis = environment("schemathesis", "venv-fuzz", "requirements-fuzz.txt");

function environment(what, folder, requirementsFile) {
  const venv = join(installed, folder);
  const interpreter = join(venv, "bin", "python");
  const stamp = join(venv, ".stamp");
  const requirements = join(root, requirementsFile);
  /** The path belongs to it: a virtual environment that was moved or copied does not work. */
  const wanted = () => createHash("sha256").update(readFileSync(requirements)).update(venv).digest("hex");
  return {
    title: `${what} in .sandbox/${folder}`,
    done: () => existsSync(interpreter) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted(),
    make: () => {
      const outer = findPython();
      rmSync(venv, { recursive: true, force: true });
      must("Python could not make a virtual environment", /Error|error/, outer, ["-m", "venv", venv]);
      must(`pip could not install ${what}`, /ERROR/, interpreter, [...pipInstall, "-r", requirements]);
      writeFileSync(stamp, wanted());
    },
  };
}

function findPython() {
  const found = candidates
    .map((name) => ({ name, version: versionOf(name) }))
    .filter(({ version }) => version);
  const recent = found.filter(({ version }) => version[0] === 3 && version[1] >= 10);
  if (recent.length === 0) {
    const newest = found[0] ? `${found[0].name} is ${found[0].version.join(".")}` : "no python3 was found";
    throw new SetupError(`sluice needs Python 3.10 or newer for its AWS emulator; ${newest}.`);
  }
  const usable = recent.find(({ name }) => attempt(name, ["-c", "import venv, ensurepip"]).ok);
  if (usable) return usable.name;
  throw new SetupError(
    `${recent[0].name} has no venv module; install it first (on Debian and Ubuntu: apt-get install python3-venv).`,
  );
}

function versionOf(name) {
  const { ok, output } = attempt(name, ["-c", "import sys; print(*sys.version_info[:2])"]);
  return ok ? output.trim().split(" ").map(Number) : undefined;
}

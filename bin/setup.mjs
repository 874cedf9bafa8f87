// npm scripts start here: install what is missing, then run the wanted program on the project's own Node.
//   node bin/setup.mjs [--bench | --engines | --fuzz | --strict | --model] PROGRAM [ARGUMENTS]
// Plain JavaScript without dependencies, because it runs before there are any.
import { chromium, chromiumPath } from "./setup/chromium.mjs";
import { dynamodbLocal, dynamodbLocalFolder, java } from "./setup/dynamodb-local.mjs";
import { packages } from "./setup/packages.mjs";
import { peer } from "./setup/peer.mjs";
import { journalChecker, python, redis, redisPath, schemathesis, strictEngine } from "./setup/python.mjs";
import { run } from "./setup/run.mjs";
import { spin, spinPath } from "./setup/spin.mjs";
import { ensure, MissingPart, SetupError } from "./setup/step.mjs";

const given = process.argv.slice(2);
const flag = ["--bench", "--engines", "--fuzz", "--strict", "--model"].find((each) => each === given[0]);
const [program, ...programArguments] = flag === undefined ? given : given.slice(1);
const isStrict = flag === "--strict" || startsStrictEngine();

try {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new SetupError(`sluice needs Node 20 or newer; this is Node ${process.versions.node}.`);
  }
  ensure(requiredSteps(), optionalSteps());
  if (program !== undefined) run(program, programArguments, engines());
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
  if (flag === "--strict" && error instanceof MissingPart) skip();
}

function requiredSteps() {
  if (isStrict) return [packages, java, strictEngine, dynamodbLocal];
  if (flag === "--model") return [packages, spin];
  return flag === "--fuzz" ? [packages, python, schemathesis] : [packages, python];
}

function optionalSteps() {
  if (flag === "--bench") return [peer, redis];
  return flag === "--engines" ? [dynamodbLocal, chromium, journalChecker] : [];
}

/** `npm start -- --engine localstack` needs other parts than the sandbox of every day. */
function startsStrictEngine() {
  const at = programArguments.indexOf("--engine");
  return (at >= 0 && programArguments[at + 1] === "localstack") || programArguments.includes("--engine=localstack");
}

/** Where the machine lacks a part the strict run is skipped, but never on CI. */
function skip() {
  console.log("skipped");
  if (process.env.CI) console.log("On CI a skipped test is a failure.");
  else process.exitCode = 0;
}

/** Tells programs where the optional engines are; a test whose engine is missing skips itself. */
function engines() {
  if (flag === "--model") return { SLUICE_SPIN: spinPath() };
  if (!["--bench", "--engines"].includes(flag) && !isStrict) return {};
  const dynamodbLocalDir = dynamodbLocalFolder();
  const browser = chromiumPath();
  const redisServer = flag === "--bench" && redisPath();
  const journalPython = journalChecker.done() && journalChecker.interpreter;
  return {
    ...(dynamodbLocalDir && { SLUICE_DYNAMODB_LOCAL_DIR: dynamodbLocalDir }),
    ...(redisServer && { SLUICE_REDIS_SERVER: redisServer }),
    ...(browser && { SLUICE_CHROMIUM: browser }),
    ...(journalPython && { SLUICE_JOURNAL_PYTHON: journalPython }),
  };
}

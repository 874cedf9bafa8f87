// npm scripts start here: install what is missing, then run the wanted program on the project's own Node.
//   node bin/setup.mjs [--engines | --fuzz] PROGRAM [ARGUMENTS]
// Plain JavaScript without dependencies, because it runs before there are any.
import { chromium, chromiumPath } from "./setup/chromium.mjs";
import { dynamodbLocal, dynamodbLocalFolder } from "./setup/dynamodb-local.mjs";
import { packages } from "./setup/packages.mjs";
import { python, schemathesis } from "./setup/python.mjs";
import { run } from "./setup/run.mjs";
import { ensure, SetupError } from "./setup/step.mjs";

const given = process.argv.slice(2);
const flag = ["--engines", "--fuzz"].find((each) => each === given[0]);
const withEngines = flag === "--engines";
const [program, ...programArguments] = flag === undefined ? given : given.slice(1);

try {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    throw new SetupError(`sluice needs Node 20 or newer; this is Node ${process.versions.node}.`);
  }
  ensure(
    flag === "--fuzz" ? [packages, python, schemathesis] : [packages, python],
    withEngines ? [dynamodbLocal, chromium] : [],
  );
  if (program !== undefined) run(program, programArguments, withEngines ? engines() : {});
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Tells the tests where the optional engines are; a test whose engine is missing skips itself. */
function engines() {
  const dynamodbLocalDir = dynamodbLocalFolder();
  const browser = chromiumPath();
  return {
    ...(dynamodbLocalDir && { SLUICE_DYNAMODB_LOCAL_DIR: dynamodbLocalDir }),
    ...(browser && { SLUICE_CHROMIUM: browser }),
  };
}

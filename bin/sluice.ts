import { SQSClient } from "@aws-sdk/client-sqs";
import { readRedrive, usage } from "./operate/options.ts";
import { redrive } from "./operate/redrive.ts";
import { localAws } from "./sandbox/deploy.ts";
import { Trouble } from "./sandbox/trouble.ts";

try {
  const [command, ...given] = process.argv.slice(2);
  if (command !== "redrive")
    throw new Trouble(`sluice knows one command, redrive${command === undefined ? "" : `, not ${command}`}.`);
  const options = readRedrive(given);
  if (options === "help") console.log(usage);
  else {
    const { endpoint, queue, stage } = options;
    // An endpoint that is named is an emulator's; it takes any credentials. AWS has its own.
    const local = endpoint === null ? {} : { endpoint, region: localAws.region, credentials: localAws };
    console.log(await redrive(new SQSClient(local), queue, stage));
  }
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  process.exitCode = 1;
}

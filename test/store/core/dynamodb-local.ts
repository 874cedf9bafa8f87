import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "../../support/runner/ports.ts";

const startLimitMs = 30_000;
const program = "java";

/** Where the set-up step has put DynamoDB Local; undefined where there is no Java or no Maven. */
export const dynamodbLocalFolder = process.env.SLUICE_DYNAMODB_LOCAL_DIR;

/** Starts DynamoDB Local in memory on a free port. */
export async function startDynamodbLocal(folder: string): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const port = await freePorts(1);
  // Its own program listens on every interface.
  const runner = join(import.meta.dirname, "LoopbackRunner.java");
  const child = spawn(
    program,
    [
      `-Djava.library.path=${folder}`,
      "-cp",
      join(folder, "*"),
      runner,
      "-inMemory",
      "-sharedDb",
      "-port",
      String(port),
    ],
    { stdio: "ignore" },
  );
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    process.off("exit", kill);
  };
  for (let waited = 0; waited < startLimitMs && child.exitCode === null; waited += 100) {
    const up = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (up) return { endpoint, stop };
    await wait(100);
  }
  throw new Error("DynamoDB Local did not start: it needs a Java that compiles a source file (a JDK)");
}

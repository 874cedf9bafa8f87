// The Lambda runtime of the strict engine: takes invocations from one pipe, a line each, and answers on another.
import { existsSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [readFd, writeFd] = process.argv.slice(2).map(Number);
const { env } = process;
/** Lambda's own limit for an answer that is not streamed. */
const mostBytes = 6_291_556;

for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error) => {
    console.error(error);
    answer(failure(error));
    process.exit(129);
  });
}

// A file stream would block the end of this process in its read.
const lines = createInterface({ input: new Socket({ fd: readFd, readable: true, writable: false }) });
// The engine has gone, and takes this environment along.
lines.on("close", () => process.exit(0));

try {
  const handler = await load(env._HANDLER ?? "index.handler");
  answer({ ready: true });
  lines.on("line", (line) => void run(handler, JSON.parse(line)));
} catch (error) {
  console.error(error);
  answer(failure(error));
  process.exit(1);
}

async function load(name) {
  const [file, exported] = name.split(".");
  const found = [".js", ".mjs", ".cjs"].map((ending) => join(env.LAMBDA_TASK_ROOT, file + ending)).find(existsSync);
  if (found === undefined) throw new Error(`Cannot find module '${file}'`);
  const handler = (await import(pathToFileURL(found)))[exported];
  if (typeof handler !== "function") throw new Error(`${name} is undefined or not exported`);
  return handler;
}

async function run(handler, invocation) {
  env._X_AMZN_TRACE_ID = invocation["trace-id"];
  try {
    const result = await handler(JSON.parse(invocation.payload), contextOf(invocation));
    const payload = JSON.stringify(result) ?? "null";
    if (Buffer.byteLength(payload) > mostBytes) throw new ResponseTooLarge();
    answer({ payload, isError: false });
  } catch (error) {
    console.error(error);
    answer(failure(error));
  }
}

function contextOf(invocation) {
  return {
    awsRequestId: invocation["invoke-id"],
    callbackWaitsForEmptyEventLoop: true,
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: invocation["invoked-function-arn"],
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => Math.max(0, invocation.deadlineMs - Date.now()),
  };
}

class ResponseTooLarge extends Error {
  name = "Function.ResponseSizeTooLarge";
  message = `Response payload size exceeded maximum allowed payload size (${mostBytes} bytes).`;
}

function failure(error) {
  const { name = "Error", message = String(error), stack = "" } = error ?? {};
  const payload = { errorType: name, errorMessage: message, trace: stack.split("\n") };
  return { payload: JSON.stringify(payload), isError: true };
}

/** Written at once: what was logged before it is in the log when the engine reads it. */
function answer(message) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(writeFd, bytes, at);
}

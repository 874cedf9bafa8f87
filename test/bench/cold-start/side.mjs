// A Lambda's process, from its start to its first answer; without an entry a bare one. Plain JavaScript: taking types away would be measured too.
import { pathToFileURL } from "node:url";

const [entry, event = "{}"] = process.argv.slice(2);
if (entry !== undefined) {
  const { handler } = await import(pathToFileURL(entry).href);
  const invocation = {
    ...{ awsRequestId: "bench", functionName: "bench", functionVersion: "1", memoryLimitInMB: "512" },
    ...{ invokedFunctionArn: "arn:aws:lambda:us-east-1:123456789012:function:bench" },
    getRemainingTimeInMillis: () => 10_000,
  };
  const { statusCode, body } = await handler(JSON.parse(event), invocation);
  if (statusCode !== 201 && statusCode !== 200) throw new Error(`${statusCode} ${body}`);
}
const wallMs = performance.now();
const { user, system } = process.cpuUsage();
process.stdout.write(`\n${JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 })}\n`, () => process.exit(0));

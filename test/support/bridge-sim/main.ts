import { parseArgs } from "node:util";
import { BridgeSim } from "./sim.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "api-key": { type: "string", default: "sk-test-sim" },
    "webhook-url": { type: "string" },
    "step-seconds": { type: "string", default: "1" },
  },
});

// With the wall's time, for a sandbox; one line on stdout says where it is and by which key it signs.
const sim = await BridgeSim.start({
  port: Number(values.port),
  apiKey: values["api-key"],
  startMs: null,
  autoCustomers: true,
});
sim.bank.knobs.stepSeconds = Number(values["step-seconds"]);
const endpoint = values["webhook-url"]
  ? sim.webhooks.open(values["webhook-url"], ["transfer", "customer", "kyc_link"], "active")
  : undefined;
const { url, controlUrl, apiKey } = sim;
process.stdout.write(`${JSON.stringify({ url, controlUrl, apiKey, publicKey: endpoint?.publicKey ?? null })}\n`);
process.once("SIGTERM", () => sim[Symbol.asyncDispose]());
process.once("SIGINT", () => sim[Symbol.asyncDispose]());

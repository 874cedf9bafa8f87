import { parseArgs } from "node:util";
import { HifiSim } from "./sim.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "step-seconds": { type: "string", default: "1" },
    "funded-after-seconds": { type: "string", default: "1" },
  },
});

// With the wall's time, for a sandbox; one line on stdout says where it is and by which key it signs. What is accepted is funded by itself.
const sim = await HifiSim.start({ port: Number(values.port), startMs: null });
sim.control.knobs.stepSeconds = Number(values["step-seconds"]);
sim.control.knobs.fundedAfterSeconds = Number(values["funded-after-seconds"]);
const { url, apiKey, publicKey } = sim;
process.stdout.write(`${JSON.stringify({ url, controlUrl: `${url}/control`, apiKey, publicKey })}\n`);
process.once("SIGTERM", () => sim[Symbol.asyncDispose]());
process.once("SIGINT", () => sim[Symbol.asyncDispose]());

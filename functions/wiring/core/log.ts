import { Logger } from "@aws-lambda-powertools/logger";
import type { Context } from "aws-lambda";
import type { Log } from "../../app/core/ports.ts";
import { redactText } from "../../app/core/redact.ts";
import { settings } from "./env.ts";

// The last net: what looks like a credential in some error's words does not get through.
const logger = new Logger({
  serviceName: settings.SERVICE,
  jsonReplacerFn: (_key, value) => (typeof value === "string" ? redactText(value, []) : value),
});

let handOverMetrics: () => void = () => undefined;

/** The log on stdout, as JSON; its level is LOG_LEVEL. */
export const log: Log = {
  begin: (invocation) => {
    if (!invocation) return;
    // ARN and memory size would be on every line and tell nothing new.
    const { awsRequestId, functionName } = invocation;
    logger.addContext({ awsRequestId, functionName } as Context);
  },
  info: (message, facts) => {
    logger.info(message, facts);
    handOverMetrics();
  },
  error: (message, facts) => {
    logger.error(message, facts);
    handOverMetrics();
  },
};

/** What is done after each line, in the Lambdas that count something. */
export function afterEachLine(handOver: () => void): void {
  handOverMetrics = handOver;
}

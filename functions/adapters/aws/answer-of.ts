import { ServiceUnavailable } from "../../domain/core/service-unavailable.ts";

/** Errors that the client has made its own tries at: throttles, and calls without an answer. */
const unavailableNames = [
  "ThrottlingException",
  "Throttling",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
  "TimeoutError",
  "AbortError",
  "InternalServerError",
  "ServiceUnavailable",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
];

/** Whether a service of AWS's had no room or gave no answer. */
export function isUnavailable(error: unknown): boolean {
  const { name, code, $fault, $metadata } = Object(error) as {
    readonly name?: string;
    readonly code?: string;
    readonly $fault?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const isNamed = [name, code].some((word) => word !== undefined && unavailableNames.includes(word));
  return isNamed || $fault === "server" || ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** What a service of AWS's says; one that had no room or gave no answer is no bug of ours. */
export async function answerOf<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (isUnavailable(error)) throw new ServiceUnavailable("no answer from AWS", { cause: error });
    throw error;
  }
}

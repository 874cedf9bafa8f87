import { Refusal } from "./refusal.ts";

/** The table, or another service that we are built on, had no room or gave no answer however often it was asked: what was to be done may be done or not. In workers it is thrown on, and their queue or machine comes again. */
export class ServiceUnavailable extends Error {
  override name = "ServiceUnavailable";
}

/** What a client is told of it: nothing that its key keeps. */
export function serviceUnavailableRefusal(): Refusal {
  return new Refusal(
    "service_unavailable",
    "the service is busy; repeat the request, with the same key if it has one",
    { retryAfterSeconds: 2 },
  );
}

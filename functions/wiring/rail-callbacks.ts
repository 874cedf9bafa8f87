import { mockEvent, mockReference } from "../adapters/rail-mock.ts";
import { failure } from "../app/failure.ts";
import type { Callback } from "../app/receive-callback.ts";
import { Refusal } from "../domain/refusal.ts";
import { log } from "./log.ts";
import { mock } from "./vendors.ts";

/** The mock rail's callback as ours, once the mock has done what it says. */
export async function mockCallback(said: Parameters<typeof mockEvent>[0]): Promise<Callback> {
  const { railRef } = said;
  const event = mockEvent(said);
  try {
    await mock.does(railRef, event);
  } catch (error) {
    log.error("mock rail failed", { correlationId: railRef, error: failure(error) });
    throw new Refusal("rail_unavailable", "the mock rail cannot do that now", { retryAfterSeconds: 2 });
  }
  return { rail: "mock", railRef, reference: mockReference(railRef), events: [event] };
}

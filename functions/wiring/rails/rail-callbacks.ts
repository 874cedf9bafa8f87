import { mockEvent, mockReference } from "../../adapters/mock/rail-mock.ts";
import { failure } from "../../app/core/error-text.ts";
import type { Callback } from "../../app/operations/receive-callback.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { log } from "../core/log.ts";
import { mock, rail } from "./vendors.ts";

/** The mock rail's callback as ours, once the mock has done what it says. */
export async function mockCallback(said: Parameters<typeof mockEvent>[0]): Promise<Callback> {
  const { railRef } = said;
  if (rail.name !== mock.name)
    throw new Refusal("unknown_rail_ref", "payments of this deployment are on another rail");
  try {
    const event = await mock.tells(railRef, mockEvent(said), said.eventId);
    return { rail: "mock", railRef, reference: mockReference(railRef), events: [event] };
  } catch (error) {
    log.error("mock rail failed", { correlationId: railRef, error: failure(error) });
    throw new Refusal("rail_unavailable", "the mock rail cannot do that now", { retryAfterSeconds: 2 });
  }
}

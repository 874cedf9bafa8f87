import { mockEvent, mockReference } from "../adapters/rail-mock.ts";
import type { Callback } from "../app/receive-callback.ts";

/** The mock rail's callback as ours. */
export function mockCallback(said: Parameters<typeof mockEvent>[0]): Callback {
  return {
    rail: "mock",
    railRef: said.railRef,
    reference: mockReference(said.railRef),
    event: mockEvent(said),
  };
}

import type { VendorContext } from "../vendor.ts";
import { mockPayments } from "./payments.ts";
import { mockEvent, mockReference } from "./rail-mock.ts";

/** What the mock's callback says as ours, once the mock has done it. */
export async function mockCallbackOf(context: VendorContext, report: Parameters<typeof mockEvent>[0]) {
  const { railRef, eventId } = report;
  const event = await mockPayments(context).rail.tells(railRef, mockEvent(report), eventId);
  return { rail: "mock" as const, railRef, reference: mockReference(railRef), events: [event] };
}

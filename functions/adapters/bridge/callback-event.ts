import { Refusal } from "../../domain/core/refusal.ts";
import { eventsOf } from "../../domain/rails/reported-event.ts";
import { readBridgeCallback } from "./callback.ts";

/** Bridge's callback as ours; null where it concerns no transfer. Refuses what is no event. */
export function bridgeCallback(body: unknown) {
  const read = readBridgeCallback(body);
  if (!read) throw new Refusal("validation_error", "this is no event that we can read");
  if (read.kind !== "transfer") return null;
  const { railRef, reference, transferRef, returned, leg, payoutKey: key } = read.said;
  return {
    ...{ rail: "bridge" as const, railRef, reference, leg, events: eventsOf(read.said) },
    ...(returned !== null && { sentBack: { transferRef, returned } }),
    ...(leg === "payout" && { payout: { transferRef, ...(key !== undefined && { key }) } }),
  };
}

/** What Bridge calls the business that its callback is about, by its application and by its customer; none where it is about no business. */
export function bridgePartnerRefs(body: unknown): readonly string[] {
  const read = readBridgeCallback(body);
  if (read?.kind === "customer") return [read.customerId];
  if (read?.kind !== "kyc_link") return [];
  return read.customerId === null ? [read.linkId] : [read.linkId, read.customerId];
}

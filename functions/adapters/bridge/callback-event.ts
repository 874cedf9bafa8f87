import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import { eventsOf, type ReportedTransfer } from "../../domain/rails/reported-event.ts";
import { bridgeTransfer, paysReserve, reportOf, sweepsFees, whoseTransfer } from "./schema.ts";

/** Bridge's callback as ours; null where it concerns no transfer. Refuses what is no event. */
export function bridgeCallback(body: unknown) {
  const read = readBridgeCallback(body);
  if (!read) throw new Refusal("validation_error", "this is no event that we can read");
  if (read.kind !== "transfer") return null;
  const { railRef, reference, transferRef, returned, cost, leg, payoutKey: key } = read.said;
  return {
    ...{ rail: "bridge" as const, railRef, reference, leg, events: eventsOf(read.said) },
    ...(returned !== null && { sentBack: { transferRef, returned, ...(cost !== undefined && { cost }) } }),
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

/** Only what every event must have; what an event that does not concern us lacks is no reason to be sent it for two days. */
const envelope = z.object({
  event_id: z.string().min(1).max(128),
  event_category: z.string().max(128),
  event_object_id: z.unknown().optional(),
  event_object: z.unknown().optional(),
});

const customerRef = z.string().min(1).max(128);

const named = z.object({ id: z.string().regex(/^[\w-]{1,42}$/), client_reference_id: z.string().max(256).nullish() });

const ofApplicant = z.object({ customer_id: customerRef.nullish().catch(null) });

/** A callback of Bridge's: of a transfer, of a customer or an applicant (to be asked about again), or nothing to act on: what does not concern us, and a reserve's payout or a sweep of fees, which is asked about. */
export type BridgeCallback =
  | { readonly kind: "transfer"; readonly eventId: string; readonly said: ReportedTransfer }
  | { readonly kind: "customer"; readonly eventId: string; readonly customerId: string }
  | { readonly kind: "kyc_link"; readonly eventId: string; readonly linkId: string; readonly customerId: string | null }
  | { readonly kind: "ignored"; readonly eventId: string };

/** Reads a callback whose signature was good; undefined where it is no event at all. A transfer that we can name but not read is unknown, so that somebody looks. */
export function readBridgeCallback(body: unknown): BridgeCallback | undefined {
  const read = envelope.safeParse(body);
  if (!read.success) return undefined;
  const { event_id: eventId, event_category: category, event_object: response } = read.data;
  if (category === "customer") {
    const customerId = customerRef.safeParse(read.data.event_object_id).data;
    return customerId === undefined ? undefined : { kind: "customer", eventId, customerId };
  }
  if (category === "kyc_link") return ofLink(eventId, read.data.event_object_id, response);
  if (category !== "transfer") return { kind: "ignored", eventId };
  const transfer = bridgeTransfer.safeParse(response);
  if (transfer.success && (paysReserve(transfer.data) || sweepsFees(transfer.data)))
    return { kind: "ignored", eventId };
  if (transfer.success) return { kind: "transfer", eventId, said: reportOf(transfer.data) };
  const name = named.safeParse(response);
  return name.success ? { kind: "transfer", eventId, said: unreadable(name.data) } : undefined;
}

/** What it says of the link is not read: the link is looked at again. */
function ofLink(eventId: string, objectId: unknown, response: unknown): BridgeCallback {
  const linkId = customerRef.safeParse(objectId).data;
  if (linkId === undefined) return { kind: "ignored", eventId };
  return { kind: "kyc_link", eventId, linkId, customerId: ofApplicant.safeParse(response).data?.customer_id ?? null };
}

function unreadable(transfer: z.infer<typeof named>): ReportedTransfer {
  const { id } = transfer;
  const whose = whoseTransfer(transfer);
  return {
    ...whose,
    transferRef: id,
    leg: whose.railRef === id ? "collection" : "payout",
    events: [{ kind: "unknown", state: "a transfer that cannot be read" }],
    returned: null,
    receivedCents: null,
    paid: null,
    state: "unreadable",
  };
}

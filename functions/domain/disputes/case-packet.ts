import { addSeconds, type Instant } from "../core/time.ts";
import type { SideEffect } from "../core/transition.ts";
import { type CaseTransitions, caseTransition, type DisputeCase } from "./case.ts";

/** Seconds after which a packet that was ordered and did not come is ordered again: what its queue takes to give up. */
const patienceSeconds = 1800;

/** How often a packet is tried, the last time without files; one more receipt of its order notes that it could not be made. */
export const packetAttempts = 3;

export interface MadePacket {
  readonly revision: number;
  readonly objectKey: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pages: number;
}

/** A case with the packet of its evidence as it is ordered, and what follows from that. */
export function orderedPacket(
  state: DisputeCase,
  now: Instant,
): { readonly next: DisputeCase; readonly follows: readonly SideEffect[] } {
  const { id: caseId, tenantId, revision } = state;
  const nothing = { objectKey: null, sha256: null, sizeBytes: null, pages: null };
  const packet = { revision, status: "building" as const, ...nothing, orderedAt: now };
  return { next: { ...state, packet }, follows: [{ kind: "build_packet", caseId, tenantId }] };
}

/** Orders a packet, unless the one of the evidence as it is has been made or is on its way. */
export function orderPacket(state: DisputeCase, now: Instant): CaseTransitions {
  const { packet, revision } = state;
  const isCurrent = packet?.revision === revision;
  if (isCurrent && packet.status === "ready") return [];
  if (isCurrent && packet.status === "building" && addSeconds(packet.orderedAt, patienceSeconds) > now) return [];
  const { next, follows } = orderedPacket(state, now);
  return [caseTransition(state, next, now, { reason: `packet ordered of revision ${revision}`, follows })];
}

/** Notes the packet that was made; nothing where it is noted already, or another was ordered since. */
export function notePacket(state: DisputeCase, made: MadePacket, now: Instant): CaseTransitions {
  const { packet } = state;
  if (packet?.revision !== made.revision || packet.status === "ready") return [];
  const next: DisputeCase = { ...state, packet: { ...packet, ...made, status: "ready" } };
  const reason = `packet made of revision ${made.revision}: ${made.pages} pages, SHA-256 ${made.sha256}`;
  return [caseTransition(state, next, now, { reason })];
}

/** Forgets the packet, whose texts were erased; it is made anew when it is asked for. No act on the case: what is kept by its last one is kept no longer. */
export function dropPacket(state: DisputeCase, now: Instant): CaseTransitions {
  if (state.packet === null) return [];
  const next: DisputeCase = { ...state, packet: null };
  return [caseTransition(state, next, now, { reason: "packet erased", quiet: true })];
}

/** Notes that the packet of a revision cannot be made: it is ordered anew when it is asked for. Nothing where it was made after all, or another was ordered since. */
export function failPacket(state: DisputeCase, revision: number, now: Instant): CaseTransitions {
  const { packet } = state;
  if (packet?.revision !== revision || packet.status !== "building") return [];
  const next: DisputeCase = { ...state, packet: { ...packet, status: "failed" } };
  return [caseTransition(state, next, now, { reason: `packet of revision ${revision} could not be made` })];
}

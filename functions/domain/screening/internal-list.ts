import * as z from "zod";
import { isSamePerson } from "../core/operator.ts";
import { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { riskCategories } from "./risk.ts";
import type { OwnEntry } from "./screen.ts";

export const ownKinds = ["allow", "block"] as const;

export const ownStatuses = ["proposed", "active", "rejected", "withdrawal_proposed", "withdrawn"] as const;
export type OwnStatus = (typeof ownStatuses)[number];

const decision = z.object({
  askedBy: z.string(),
  askedAt: z.string(),
  reason: z.string().describe("why it was proposed"),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decision: z.enum(["approved", "rejected"]).nullable().describe("what another operator decided; null until then"),
  note: z.string().nullable(),
});

export type OwnDecision = z.infer<typeof decision>;

/** An entry of the operator's own lists. It counts from the approval of its listing to that of its withdrawal. */
export const ownListEntry = z
  .object({
    id: z.string(),
    kind: z.enum(ownKinds).describe("whether it blocks the address or allows it"),
    value: z.string().describe("the address"),
    category: z.enum(riskCategories).describe("what the address is listed for"),
    entity: z.string().nullable().describe("whose address it is; null where nobody is named"),
    status: z.enum(ownStatuses).describe("how far it is; it counts while active or withdrawal_proposed"),
    listing: decision.describe("how it was proposed and decided"),
    withdrawal: decision.nullable().describe("the last wish to take it off again; null where nobody had one"),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: "OwnListEntry" });

export type OwnListEntry = z.infer<typeof ownListEntry>;

export interface OwnWord {
  readonly actor: string;
  readonly note: string | null;
  readonly now: Instant;
}

function asked({ actor, now }: Omit<OwnWord, "note">, reason: string): OwnDecision {
  return { askedBy: actor, askedAt: now, reason, decidedBy: null, decidedAt: null, decision: null, note: null };
}

/** Proposes an entry; it changes no verdict before another operator agrees. */
export function proposeEntry(
  report: Pick<OwnListEntry, "id" | "kind" | "value" | "category" | "entity">,
  reason: string,
  word: Omit<OwnWord, "note">,
): Transition<OwnListEntry> {
  const { now } = word;
  const listing = asked(word, reason);
  const next: OwnListEntry = {
    ...report,
    status: "proposed",
    listing,
    withdrawal: null,
    createdAt: now,
    updatedAt: now,
  };
  return { next, from: null, to: "proposed", reason };
}

/** Proposes to take an entry off again; it counts until another operator agrees. Refuses one that is not in force. */
export function proposeWithdrawal(
  state: OwnListEntry,
  reason: string,
  word: Omit<OwnWord, "note">,
): Transition<OwnListEntry> | Refusal {
  if (state.status !== "active") return decidedAlready(state);
  const next: OwnListEntry = {
    ...state,
    status: "withdrawal_proposed",
    withdrawal: asked(word, reason),
    updatedAt: word.now,
  };
  return { next, from: state.status, to: next.status, reason };
}

/** Whether an entry counts in verdicts. */
export function isInForce({ status }: Pick<OwnListEntry, "status">): boolean {
  return status === "active" || status === "withdrawal_proposed";
}

/** Agrees to what was proposed. Refuses the operator who proposed it, whatever door they came by, and what is decided. */
export function approveEntry(state: OwnListEntry, word: OwnWord): Transition<OwnListEntry> | Refusal {
  const open = openDecision(state);
  if (!open) return decidedAlready(state);
  if (isSamePerson(open.askedBy, word.actor))
    return new Refusal("second_operator_required", "another operator than the one who proposed it must agree");
  return decided(state, open, "approved", word);
}

/** Says no to what was proposed, or takes one's own proposal back. */
export function rejectEntry(state: OwnListEntry, word: OwnWord): Transition<OwnListEntry> | Refusal {
  const open = openDecision(state);
  return open ? decided(state, open, "rejected", word) : decidedAlready(state);
}

function openDecision({ status, listing, withdrawal }: OwnListEntry): OwnDecision | null {
  if (status === "proposed") return listing;
  return status === "withdrawal_proposed" ? withdrawal : null;
}

const statusAfter = {
  proposed: { approved: "active", rejected: "rejected" },
  withdrawal_proposed: { approved: "withdrawn", rejected: "active" },
} as const;

function decided(
  state: OwnListEntry,
  open: OwnDecision,
  report: "approved" | "rejected",
  { actor, note, now }: OwnWord,
): Transition<OwnListEntry> {
  const which = state.status === "proposed" ? "proposed" : "withdrawal_proposed";
  const made: OwnDecision = { ...open, decidedBy: actor, decidedAt: now, decision: report, note };
  const next: OwnListEntry = {
    ...state,
    ...(which === "proposed" ? { listing: made } : { withdrawal: made }),
    status: statusAfter[which][report],
    updatedAt: now,
  };
  const what = which === "proposed" ? "listing" : "withdrawal";
  return { next, from: state.status, to: next.status, reason: `${what} ${report}` };
}

function decidedAlready({ status }: OwnListEntry): Refusal {
  return new Refusal("own_entry_decided", `this entry is ${status}`, { extra: { entryStatus: status } });
}

export function ownEntryOf({ id, kind, category, entity, listing }: OwnListEntry): OwnEntry {
  return { id, kind, category, entity, reason: listing.reason };
}

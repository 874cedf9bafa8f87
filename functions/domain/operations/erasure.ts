import * as z from "zod";
import { Refusal } from "../core/refusal.ts";
import { erasureReasons } from "../core/sealed-text.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { erasableTypeNames } from "./erasable-types.ts";

export const erasureStatuses = ["scheduled", "erased", "withdrawn"] as const;

/** A request to erase a subject, by the id of its record: nobody is named in it. */
export const erasure = z.object({
  id: z.string(),
  subject: z.string().describe("the id of the record that is erased"),
  kind: z.enum(erasableTypeNames).describe("what kind of record that is"),
  status: z.enum(erasureStatuses).describe("whether its data is gone, when it goes, or that it stays after all"),
  reason: z.enum(erasureReasons).default("requested_by_subject").describe("why it is erased"),
  reference: z.string().nullable().default(null).describe("the number of the letter or ticket that asked for it"),
  eraseAt: z
    .string()
    .nullable()
    .describe(
      "when its data goes, or went; null while its tenant is active, from whose end the years are counted, and while a payment may still be collected",
    ),
  basis: z.string().describe("why then"),
  /** When its tenant was first seen to have ended, while it stays so. */
  tenantEndedAt: z
    .string()
    .nullable()
    .describe("when its tenant was found suspended; null while it is active, and of a payment"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Erasure = z.infer<typeof erasure>;

/** When a subject may be erased, and why then. */
export type ErasureTerms = Pick<Erasure, "eraseAt" | "basis" | "tenantEndedAt">;

/** What an operator says of a request: why, and where it is written down. */
export type ErasureGround = Pick<Erasure, "reason" | "reference">;

/** How the relationship to a subject stands: the tenant that came of it, and whether that is active. */
export type Relationship = "none" | "active" | "ended";

/** Years after a tenant's end through which a verified business's identification is kept (31 CFR 1010.230(i)(2), 1020.220(a)(3)(ii)). */
const keptYears = 5;

const bases = {
  none: "no verified business came of it: on request at once, otherwise a year after the last act",
  active: "a verified business is a tenant: five years after the tenant ends (31 CFR 1010.230)",
  ended: "a verified business was a tenant: five years after the tenant ended (31 CFR 1010.230)",
} as const satisfies Record<Relationship, string>;

/** When a subject may be erased, as its relationship stands. A tenant that is active again has not ended. */
export function erasureTerms(relationship: Relationship, endedAt: Instant | null, now: Instant): ErasureTerms {
  const basis = bases[relationship];
  if (relationship === "none") return { eraseAt: now, basis, tenantEndedAt: null };
  if (relationship === "active") return { eraseAt: null, basis, tenantEndedAt: null };
  const tenantEndedAt = endedAt ?? now;
  return { eraseAt: yearsAfter(tenantEndedAt), basis, tenantEndedAt };
}

function yearsAfter(at: Instant): Instant {
  const day = new Date(at);
  day.setUTCFullYear(day.getUTCFullYear() + keptYears);
  return day.toISOString();
}

/** A request that is made: anew, or once more after it was withdrawn. One that waits or is done stays as it is. */
export function requestErasureOf(
  known: Erasure | null,
  made: Omit<Erasure, "status" | "updatedAt">,
  now: Instant,
): Transition<Erasure>[] {
  if (known && known.status !== "withdrawn") return [];
  const createdAt = known?.createdAt ?? made.createdAt;
  const next: Erasure = { ...known, ...made, createdAt, status: "scheduled", updatedAt: now };
  return [{ next, from: known?.status ?? null, to: next.status, reason: "erasure requested" }];
}

/** Whether what a request is about goes now. */
export function isErasureDue({ status }: Pick<Erasure, "status">, { eraseAt }: ErasureTerms, now: Instant): boolean {
  return status === "scheduled" && eraseAt !== null && eraseAt <= now;
}

/** That a subject is gone; it is, whatever was said of its request meanwhile. */
export function endErasure(state: Erasure, terms: ErasureTerms, now: Instant): Transition<Erasure>[] {
  if (state.status === "erased") return [];
  const next: Erasure = { ...state, ...terms, status: "erased", updatedAt: now };
  return [{ next, from: state.status, to: next.status, reason: "erased" }];
}

/** A request that waits, as its terms are now: looked at again on another day. */
export function rescheduleErasure(state: Erasure, terms: ErasureTerms, now: Instant): Transition<Erasure>[] {
  if (state.status !== "scheduled") return [];
  const isSame = terms.eraseAt === state.eraseAt && terms.basis === state.basis;
  const next: Erasure = { ...state, ...terms, updatedAt: now };
  return [{ next, from: state.status, to: next.status, reason: "scheduled", ...(isSame && { quiet: true as const }) }];
}

/** Takes a request back that still waits; again it stays withdrawn. Refuses what is erased. */
export function withdrawErasureOf(state: Erasure, now: Instant): Transition<Erasure>[] | Refusal {
  if (state.status === "withdrawn") return [];
  if (state.status === "erased") return new Refusal("already_erased", "its data is gone already");
  const next: Erasure = { ...state, status: "withdrawn", updatedAt: now };
  return [{ next, from: state.status, to: next.status, reason: "withdrawn" }];
}

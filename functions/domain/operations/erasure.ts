import * as z from "zod";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

const erasureStatuses = ["scheduled", "erased"] as const;

/** What may be erased on request: an application, and a request for access. */
const erasableTypes = ["application", "access_request"] as const;

/** A request to erase a subject, by the id of its record: nobody is named in it. */
export const erasure = z.object({
  id: z.string(),
  subject: z.string().describe("the id of the application or of the request for access"),
  kind: z.enum(erasableTypes).describe("what kind of record that is"),
  status: z.enum(erasureStatuses).describe("whether its data is gone, or when it goes"),
  eraseAt: z
    .string()
    .nullable()
    .describe("when its data goes, or went; null while its tenant is active, from whose end the years are counted"),
  basis: z.string().describe("why then"),
  /** When its tenant was first seen to have ended, while it stays so. */
  tenantEndedAt: z.string().nullable().describe("when its tenant was found suspended; null while it is active"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Erasure = z.infer<typeof erasure>;

/** How the relationship to a subject stands: the tenant that came of it, and whether that is active. */
export type Relationship = "none" | "active" | "ended";

/** Years after a tenant's end through which a verified business's identification is kept (31 CFR 1010.230(i)(2), 1020.220(a)(3)(ii)). */
const keptYears = 5;

const bases = {
  none: "no verified business came of it: on request, at once",
  active: "a verified business is a tenant: five years after the tenant ends (31 CFR 1010.230)",
  ended: "a verified business was a tenant: five years after the tenant ended (31 CFR 1010.230)",
} as const satisfies Record<Relationship, string>;

/** When a subject may be erased, as its relationship stands. A tenant that is active again has not ended. */
export function erasureTerms(
  relationship: Relationship,
  endedAt: Instant | null,
  now: Instant,
): Pick<Erasure, "eraseAt" | "basis" | "tenantEndedAt"> {
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

/** A look at a request: erased once its time has come, otherwise as its terms are now. */
export function lookAtErasure(state: Erasure, relationship: Relationship, now: Instant): Transition<Erasure>[] {
  if (state.status === "erased") return [];
  const terms = erasureTerms(relationship, state.tenantEndedAt, now);
  const isDue = terms.eraseAt !== null && terms.eraseAt <= now;
  const isSame = terms.eraseAt === state.eraseAt && terms.basis === state.basis;
  const next: Erasure = { ...state, ...terms, status: isDue ? "erased" : "scheduled", updatedAt: now };
  const reason = isDue ? "erased" : "scheduled";
  return [{ next, from: state.status, to: next.status, reason, ...(isSame && !isDue && { quiet: true as const }) }];
}

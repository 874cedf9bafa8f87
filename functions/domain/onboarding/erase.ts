import { erasedText, unapprovedUntil } from "../core/sealed-text.ts";
import type { Instant } from "../core/time.ts";
import { isWithPartner, type Kyb, type KybStatus, type KybTransitions, kybMoves, kybTransition } from "./kyb.ts";

/** Takes out of an application all that somebody entrusted to us; again it stays as it is. One that is not decided ends with it: nothing of it could be gone on with. */
export function eraseKyb(state: Kyb, now: Instant): KybTransitions {
  if (state.erasedAt !== null) return [];
  const status = statusAfter(state);
  const next: Kyb = {
    ...state,
    ...{ status, legalName: erasedText, contactEmail: erasedText, erasedAt: now },
    answers: { company: null, addresses: null, people: [], owners: null, payout: null, reviewedAt: null },
    ...{ links: [], files: [], consents: [], walletScreen: null, lastForm: null },
    partner: state.partner && {
      ...state.partner,
      ...{ reasons: [], pages: { identity: null, terms: null }, lookAt: null, missing: [], brought: [], asked: {} },
    },
    decidedAt: status === "rejected" ? (state.decidedAt ?? now) : state.decidedAt,
  };
  return [kybTransition(state, next, now, { reason: "erased" })];
}

const cameToNothing: readonly KybStatus[] = ["expired", "revoked", "rejected"];

/** When an application that came to nothing is erased by itself; null for any other, and for one that is erased. */
export function kybErasureAt(state: Pick<Kyb, "status" | "erasedAt" | "updatedAt">): Instant | null {
  return state.erasedAt === null && cameToNothing.includes(state.status) ? unapprovedUntil(state) : null;
}

function statusAfter(state: Kyb): KybStatus {
  if (isWithPartner(state)) return "rejected";
  return kybMoves[state.status].includes("revoked") ? "revoked" : state.status;
}

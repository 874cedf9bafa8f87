import { platform } from "../core/operator.ts";
import type { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { illegalKybMove, isWithPartner, type Kyb, type KybLink, type KybTransitions, kybTransition } from "./kyb.ts";

export const kybLinkSeconds = 7 * 86_400;

/** Links of an application that let somebody in at once: the operator's, and those of the last letters. */
const linksMax = 5;

export type Invitation = Readonly<Pick<Kyb, "legalName" | "contactEmail" | "tenantId" | "locale" | "linkSeconds">>;

/** A link's token as it is kept, and what names the application. */
export interface MintedLink {
  readonly id: string;
  readonly sha256: string;
}

/** Invites a business; a letter with a link of its own follows. */
export function inviteKyb(input: Invitation, { id, sha256 }: MintedLink, now: Instant): Transition<Kyb> {
  const expiresAt = addSeconds(now, input.linkSeconds);
  const next: Kyb = {
    ...input,
    ...{ id, status: "invited", links: [{ sha256, expiresAt, madeAt: now }], expiresAt },
    answers: { company: null, addresses: null, people: [], owners: null, payout: null, reviewedAt: null },
    ...{ files: [], screens: 0, walletScreen: null, revision: 1, saved: {}, lastForm: null },
    ...{ consents: [], partner: null, partnerCustomerId: null, submittedAt: null, decidedAt: null, erasedAt: null },
    ...{ createdAt: now, updatedAt: now },
  };
  return { next, from: null, to: "invited", reason: "invited", follows: [letter(next, "kyb_invite")] };
}

/** A letter to the applicant; what it says, and its link, are made when it is written. */
export function letter(state: Kyb, template: "kyb_invite" | "kyb_result") {
  const { id: about, tenantId, contactEmail: to, locale } = state;
  return { kind: "send_mail" as const, template, about, tenantId: tenantId ?? platform, to, locale };
}

/** Makes a new link and ends all older ones; an invitation that has expired is open again. Refuses one that was revoked, and an application that is decided. */
export function resendKyb(state: Kyb, sha256: string, now: Instant): KybTransitions | Refusal {
  const { status } = state;
  if (status === "revoked" || status === "approved" || status === "rejected")
    return illegalKybMove(state, "invited", "no link is made for it");
  const expiresAt = addSeconds(now, state.linkSeconds);
  const next: Kyb = {
    ...state,
    status: status === "expired" ? reopened(state) : status,
    links: [{ sha256, expiresAt, madeAt: now }],
    expiresAt,
  };
  return [kybTransition(state, next, now, { reason: "a new link was made", follows: [letter(next, "kyb_invite")] })];
}

function reopened({ saved, files }: Kyb): "invited" | "started" {
  return Object.keys(saved).length > 0 || files.length > 0 ? "started" : "invited";
}

/** Makes a link for a letter, beside the others. It lasts as long as the invitation, or from now on where that is over. No letter goes out for what was revoked or has expired. */
export function linkForLetter(state: Kyb, sha256: string, now: Instant): KybTransitions | null {
  const { status, expiresAt: until } = state;
  if (status === "revoked" || status === "expired") return null;
  const isUnfinished = status === "invited" || status === "started";
  if (isUnfinished && until <= now) return null;
  const expiresAt = until > now ? until : addSeconds(now, state.linkSeconds);
  const [first, ...letters] = [...liveLinks(state, now), { sha256, expiresAt, madeAt: now }];
  // A letter that is sent again and again, while the mail service fails, ends no link that somebody has.
  const links = first ? [first, ...letters.slice(1 - linksMax)] : letters;
  const next = { ...state, links, expiresAt };
  return [kybTransition(state, next, now, { reason: "a link was made for a letter" })];
}

function liveLinks({ links }: Pick<Kyb, "links">, now: Instant): KybLink[] {
  return links.filter(({ expiresAt }) => expiresAt > now);
}

export function letsIn(state: Kyb, sha256: string, now: Instant): boolean {
  if (state.status === "revoked" || state.status === "expired") return false;
  return liveLinks(state, now).some((each) => each.sha256 === sha256);
}

/** Takes an invitation back: no link of it opens anything any more. Again it stays as it is. Refuses what the partner has. */
export function revokeKyb(state: Kyb, now: Instant): KybTransitions | Refusal {
  if (state.status === "revoked") return [];
  if (isWithPartner(state) || state.decidedAt !== null) return illegalKybMove(state, "revoked");
  return [kybTransition(state, { ...state, status: "revoked", links: [] }, now, { reason: "revoked" })];
}

/** Ends an invitation whose last link is over before it was submitted. What was said is kept. */
export function expireKyb(state: Kyb, now: Instant): KybTransitions {
  const { status, expiresAt } = state;
  if ((status !== "invited" && status !== "started") || expiresAt > now) return [];
  return [kybTransition(state, { ...state, status: "expired", links: [] }, now, { reason: "its link has expired" })];
}

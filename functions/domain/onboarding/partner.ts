import { addSeconds, type Instant } from "../core/time.ts";
import { isWithPartner, type Kyb, type KybPartner, type KybTransitions, kybTransition } from "./kyb.ts";
import { letter } from "./links.ts";
import type { PartnerItem, PartnerStatus } from "./partner-status.ts";

/** Waits between looks at what the partner says: 1 m, 5 m, 15 m, 1 h, then 6-hourly. */
const lookSeconds = [60, 300, 900, 3600, 21_600] as const;

export interface PartnerWord {
  readonly ref: string;
  readonly partnerCustomerId: string | null;
  readonly standing: PartnerStatus;
  readonly missing: readonly PartnerItem[];
  readonly reasons: readonly string[];
  readonly pages: KybPartner["pages"];
}

/** What the partner was asked about: which submission, and for which look. */
export interface PartnerQuery {
  readonly submittedAt: string | null;
  readonly lookAt: string | null;
}

/** When the partner is looked at after so many looks; where news of it have come since it was asked, at once. */
function nextLook(before: KybPartner, looks: number, input: PartnerQuery, now: Instant): Instant | null {
  if (before.lookAt !== input.lookAt) return before.lookAt;
  return addSeconds(now, lookSeconds[Math.min(looks, lookSeconds.length - 1)] ?? 60);
}

export function isLookDue(state: Kyb, now: Instant): boolean {
  const at = state.partner?.lookAt ?? null;
  return isWithPartner(state) && at !== null && at <= now;
}

/** Whether a word of the partner's is an approval that can be acted upon: it names the customer. */
export function isApproval(word: PartnerWord): word is PartnerWord & { readonly partnerCustomerId: string } {
  return word.standing === "approved" && word.partnerCustomerId !== null;
}

/** Takes what the partner says about the submission of `submittedAt`; about an earlier one, or once it is decided, it changes nothing. An approval becomes one of `tenantId`. */
export function recordPartnerReport(
  state: Kyb,
  report: PartnerQuery & { readonly word: PartnerWord; readonly tenantId: string | null },
  now: Instant,
): KybTransitions {
  const { word } = report;
  if (!isWithPartner(state) || state.partner === null || state.submittedAt !== report.submittedAt) return [];
  const partner = heardPartner(state, state.partner, report, now);
  if (isApproval(word)) {
    if (report.tenantId === null) throw new Error(`${state.id} is approved for no tenant`);
    const { partnerCustomerId } = word;
    const { tenantId } = report;
    const decided = { ...partner, missing: [], asked: {}, lookAt: null };
    const next = { ...state, status: "approved" as const, partner: decided, partnerCustomerId, tenantId };
    return [decide(state, { ...next, decidedAt: now }, "approved by the partner", now)];
  }
  if (word.standing === "rejected") {
    const decided = { ...partner, missing: [], asked: {}, lookAt: null };
    const next = { ...state, status: "rejected" as const, partner: decided, decidedAt: now };
    return [decide(state, next, "rejected by the partner", now)];
  }
  return review(state, { ...state, status: "under_review", partner }, now);
}

function decide(state: Kyb, next: Kyb, reason: string, now: Instant) {
  return kybTransition(state, next, now, { reason, follows: [letter(next, "kyb_result")] });
}

/** New tasks are told by a letter, once; what is as it was is written down without a word. */
function review(state: Kyb, next: Kyb, now: Instant): KybTransitions {
  const before = state.partner?.missing ?? [];
  const missing = next.partner?.missing ?? [];
  const isNew = missing.some((item) => !before.includes(item));
  if (isNew) return [decide(state, next, `the partner asks for ${missing.join(", ")}`, now)];
  if (state.status === next.status && before.length === missing.length)
    return [kybTransition(state, next, now, { reason: "looked at", quiet: true })];
  return [kybTransition(state, next, now, { reason: missing.length > 0 ? "asked for less" : "under review" })];
}

function heardPartner(
  state: Kyb,
  before: KybPartner,
  report: PartnerQuery & { readonly word: PartnerWord },
  now: Instant,
): KybPartner {
  const { word } = report;
  const missing = [...new Set(word.missing)];
  const first = { at: now, revision: state.revision };
  const looks = before.looks + 1;
  return {
    customerId: word.partnerCustomerId ?? before.customerId ?? null,
    ...{ ref: word.ref, standing: word.standing, missing, reasons: [...word.reasons], pages: word.pages },
    asked: Object.fromEntries(missing.map((item) => [item, before.asked[item] ?? first])),
    ...{ brought: before.brought, told: true, looks, lookAt: nextLook(before, looks, report, now) },
  };
}

/** Waits for another look where the partner gave no answer. */
export function missPartner(state: Kyb, input: PartnerQuery, now: Instant): KybTransitions {
  if (!isWithPartner(state) || state.partner === null || state.submittedAt !== input.submittedAt) return [];
  const looks = state.partner.looks + 1;
  const partner = { ...state.partner, looks, lookAt: nextLook(state.partner, looks, input, now) };
  return [kybTransition(state, { ...state, partner }, now, { reason: "no answer of the partner's", quiet: true })];
}

/** Looks at an application at once, because the partner has something to say of it; what that is, is asked. One that the partner has not, or has decided, is left alone. */
export function recordPartnerNews(state: Kyb, now: Instant): KybTransitions {
  if (!isWithPartner(state) || state.partner === null) return [];
  const next = { ...state, partner: { ...state.partner, lookAt: now } };
  const follows = [{ kind: "ask_partner" as const, kybId: state.id }];
  return [kybTransition(state, next, now, { reason: "the partner has news", follows })];
}

import type { KybAnswers, Person } from "../../../functions/domain/onboarding/answers.ts";
import { missingDocuments, type RequestedDocument } from "../../../functions/domain/onboarding/documents.ts";
import type { Kyb, KybFile, KybPartner, KybTransitions } from "../../../functions/domain/onboarding/kyb.ts";
import { inviteKyb } from "../../../functions/domain/onboarding/links.ts";
import type { PartnerItem } from "../../../functions/domain/onboarding/partner-status.ts";
import { noon } from "../core/samples.ts";

/** Is in every answer, so that it is seen where none may be. */
export const private_ = "PRIVATE";

const sealed = { sealed: `${private_}-sealed`, last4: "6789" };

const street = {
  ...{ line1: `${private_} Street`, line2: null, city: private_, region: "DE" },
  ...{ postalCode: "19801", country: "US" },
};

/** A person who owns so much of the company, and has it in hand or not. */
export function aPerson(id: string, ownershipBps: number, isControlPerson: boolean): Person {
  return {
    ...{ id, fullName: private_, birthDate: { sealed: private_ }, country: "US", email: private_ },
    ...{ address: street, idType: "passport", idNumber: sealed, ownershipBps, isControlPerson },
    title: "CEO",
  };
}

/** Answers of every step. */
export const someAnswers = {
  company: {
    ...{ legalName: private_, tradingName: null, entityType: "llc", country: "US", state: "DE" },
    ...{ formationDate: "2015-04-01", taxId: sealed, industry: private_, website: null },
    ...{ email: private_, phone: "+12125550100" },
  },
  addresses: { registered: street, operating: null },
  people: [aPerson("kyp_1", 5000, true)],
  owners: "listed",
  payout: {
    ...{ accountHolder: private_, bankName: null, routingNumber: "021000021", accountNumber: sealed },
    ...{ accountType: "checking", wallet: private_, chain: "base", stable: "USDT" },
  },
  reviewedAt: noon,
} as const satisfies KybAnswers;

export const aPass = { outcome: "pass", ref: "scr_1", risk: "low", at: noon } as const;

/** An invitation that was just sent. */
export function anInvitation(tenantId: string | null = null): Kyb {
  const input = { legalName: "Acme", contactEmail: "ada@acme.example", tenantId, locale: "en" as const };
  return inviteKyb({ ...input, linkSeconds: 604_800 }, { id: "kyb_1", sha256: "first" }, noon).next;
}

/** A file that is announced. */
export function aFile(id: string, input: RequestedDocument, at = noon): KybFile {
  return {
    ...{ id, ...input, contentType: "application/pdf", objectKey: `kyb/kyb_1/${id}`, status: "pending", at },
    ...{ sizeBytes: null, sha256: null, problem: null, revision: 0 },
  };
}

/** All that an application needs, read through. */
export function whole(change: Partial<Kyb> = {}): Kyb {
  const begun: Kyb = {
    ...anInvitation(),
    ...{ status: "started", answers: { ...someAnswers, people: [aPerson("kyp_1", 5000, true)] } },
    ...{ walletScreen: aPass, revision: 9, saved: { company: 2, review: 9 } },
  };
  const files = missingDocuments(begun).map((input, nth) => ({
    ...aFile(`kyf_${nth}`, input),
    ...{ status: "provided" as const, sha256: "ab", sizeBytes: 1, revision: 5 },
  }));
  return { ...begun, files, ...change };
}

const noPages: KybPartner["pages"] = { identity: null, terms: null };

/** The same under review, with what the partner asks for. */
export function underReview(missing: PartnerItem[], change: Partial<Kyb> = {}, pages = noPages): Kyb {
  const first = { at: noon, revision: 10 };
  const partner: KybPartner = {
    ...{ ref: "link_1", standing: "waiting", missing, brought: [], reasons: [], told: true, looks: 1 },
    asked: Object.fromEntries(missing.map((item) => [item, first])),
    ...{ pages, lookAt: noon },
  };
  const consent = { name: "a", title: "b", termsVersion: "1", at: noon, address: null, userAgent: null };
  const submitted = { status: "under_review" as const, submittedAt: noon, consents: [consent] };
  return whole({ ...submitted, revision: 10, partner, ...change });
}

/** What one transition makes of a state, whole; a quiet one leaves no time on it. */
export function becomes(state: Kyb, change: object, now: string, rest: object): KybTransitions {
  const next: Kyb = { ...state, ...change, updatedAt: "quiet" in rest ? state.updatedAt : now };
  return [{ next, from: state.status, to: next.status, events: [], ...rest }] as unknown as KybTransitions;
}

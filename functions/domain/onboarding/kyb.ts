import * as z from "zod";
import { fieldsOf } from "../core/fields-of.ts";
import { locales } from "../core/mail.ts";
import { illegalMoveOf } from "../core/refusal.ts";
import { statusesOf, statusMoves, type Transition, transitionsAlong } from "../core/transition.ts";
import { screenOutcomes } from "../gate/payout-gate.ts";
import { fileStatuses, kybAnswers } from "./answers.ts";
import { documentKinds, documentTypes } from "./enums.ts";
import { partnerItems, partnerStandings } from "./partner-status.ts";

/** The allowed moves. An invitation that has expired is opened again by a new link; under review, tasks of the partner's are answered by submitting again. */
export const kybMoves = /* @__PURE__ */ statusMoves({
  invited: ["started", "expired", "revoked"],
  started: ["submitted", "expired", "revoked"],
  submitted: ["under_review", "approved", "rejected"],
  under_review: ["submitted", "approved", "rejected"],
  approved: [],
  rejected: [],
  expired: ["invited", "started", "revoked"],
  revoked: [],
});
export const kybStatuses = statusesOf(kybMoves);
export type KybStatus = (typeof kybStatuses)[number];

export const kybSteps = ["company", "addresses", "people", "documents", "payout", "review", "consent"] as const;
export type KybStep = (typeof kybSteps)[number];

/** A link that lets its holder in: its token only as SHA-256 (hex). */
export const kybLink = z.object({ sha256: z.string(), expiresAt: z.string(), madeAt: z.string() });
export type KybLink = z.infer<typeof kybLink>;

/** A document that somebody is to bring or has brought. */
export const kybFile = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  /** Whose identity it shows; null for the company's. */
  personId: z.string().nullable(),
  contentType: z.enum(documentTypes),
  objectKey: z.string(),
  status: z.enum(fileStatuses),
  sizeBytes: z.int().nullable(),
  /** Lower-case hex; null until it has come. */
  sha256: z.string().nullable(),
  problem: z.string().nullable(),
  at: z.string(),
  /** The answers' revision that it came with; 0 until it has come. */
  revision: z.int().default(0),
});
export type KybFile = z.infer<typeof kybFile>;

/** Who agreed to which terms, when, and from where. */
export const kybConsent = z.object({
  name: z.string(),
  title: z.string(),
  termsVersion: z.string(),
  at: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type KybConsent = z.infer<typeof kybConsent>;

/** How the partner was asked, and what it said last. */
export const kybPartner = z.object({
  /** The partner's own name of the application; null until it has answered once. */
  ref: z.string().nullable(),
  /** What it calls the business, approved or not; left out until it has said. */
  customerId: z.string().nullish(),
  standing: z.enum(partnerStandings).nullable(),
  missing: z.array(z.enum(partnerItems)),
  /** When each of them was first asked for since the last submission, and the answers' revision then. */
  asked: fieldsOf(partnerItems, z.object({ at: z.string(), revision: z.int() })),
  /** What was missing and has been brought since the last submission; told to the partner when it is asked. */
  brought: z.array(z.enum(partnerItems)),
  reasons: z.array(z.string()),
  pages: z.object({ identity: z.string().nullable(), terms: z.string().nullable() }),
  /** Whether the last submission has reached it. */
  told: z.boolean(),
  /** How often it was looked at since the last submission, and when it is again; null once it has decided. */
  looks: z.int().min(0),
  lookAt: z.string().nullable(),
});
export type KybPartner = z.infer<typeof kybPartner>;

/** The screen of the wallet that is to be paid to. */
export const kybScreen = z.object({
  outcome: z.enum(screenOutcomes),
  ref: z.string().nullable(),
  risk: z.string().nullable(),
  at: z.string(),
});
export type KybScreen = z.infer<typeof kybScreen>;

/** A business's application as stored; what is secret in its answers is sealed. */
export const kyb = z.object({
  id: z.string(),
  /** As invited; the company's own answer is among the answers. */
  legalName: z.string(),
  contactEmail: z.string(),
  locale: z.enum(locales),
  /** Null until it has one. */
  tenantId: z.string().nullable(),
  status: z.enum(kybStatuses),
  links: z.array(kybLink),
  linkSeconds: z.int(),
  /** Until when the invitation lets somebody in. */
  expiresAt: z.string(),
  answers: kybAnswers,
  files: z.array(kybFile),
  /** The screens of wallets that were asked for, whatever came of them: each is bought under a number of its own. */
  screens: z.int().min(0),
  walletScreen: kybScreen.nullable(),
  /** One more with every change of the answers: what a form must have seen. */
  revision: z.int().min(1),
  /** The revision at which each step was last saved. */
  saved: fieldsOf(kybSteps, z.int()),
  /** A form that was saved last, so that it is known when it comes again: a digest that tells nothing without the link's token. */
  lastForm: z.string().nullable(),
  consents: z.array(kybConsent),
  partner: kybPartner.nullable(),
  partnerCustomerId: z.string().nullable(),
  submittedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** When all that somebody entrusted to us was taken out of it. */
  erasedAt: z.string().nullable().default(null),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Kyb = z.infer<typeof kyb>;

export type KybTransitions = Transition<Kyb>[];

export function isWithPartner({ status }: Pick<Kyb, "status">): boolean {
  return status === "submitted" || status === "under_review";
}

export const illegalKybMove = /* @__PURE__ */ illegalMoveOf("illegal_kyb_transition", "an application");

export const kybTransition = /* @__PURE__ */ transitionsAlong<Kyb>(kybMoves);

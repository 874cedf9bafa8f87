import * as z from "zod";
import { hasHidden } from "./hidden-text.ts";
import type { Hop } from "./hop.ts";
import { isCountry } from "./kyb-places.ts";
import { locales } from "./mail.ts";
import { maxCents } from "./money.ts";
import { Refusal } from "./refusal.ts";
import type { Instant } from "./time.ts";
import { isWebsite } from "./website.ts";

export const signupStatuses = ["received", "accepted", "declined"] as const;
export type SignupStatus = (typeof signupStatuses)[number];

function written(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasHidden(text), "no control characters");
}

/** A text of several lines. */
function told(max: number) {
  const isPlain = (text: string) => !hasHidden(text.replaceAll(/[\r\n\t]/g, " "));
  return z.string().trim().min(1).max(max).refine(isPlain, "no control characters");
}

/** What a business says when it asks for access (domain facts 5.5). */
export const accessAsked = z.strictObject({
  companyName: written(200),
  contactName: written(200),
  contactEmail: z.email().max(254),
  website: written(300).refine(isWebsite, "the address of a web site, with http or https").optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)")
    .refine(isCountry, "no country that ISO 3166-1 knows")
    .optional(),
  useCase: told(2000).optional(),
  expectedMonthlyVolumeCents: z.int().min(0).max(maxCents).optional(),
});

export type AccessAsked = z.infer<typeof accessAsked>;

/** A request for access as stored. */
export const signup = z.object({
  id: z.string(),
  status: z.enum(signupStatuses),
  companyName: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  website: z.string().nullable(),
  country: z.string().nullable(),
  useCase: z.string().nullable(),
  expectedMonthlyVolumeCents: z.int().nullable(),
  /** The language of whoever asked. */
  locale: z.enum(locales),
  /** What came of it: the tenant and its application, once accepted. */
  tenantId: z.string().nullable(),
  kybId: z.string().nullable(),
  /** Why it was declined, or what an operator noted. */
  note: z.string().nullable(),
  decidedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Signup = z.infer<typeof signup>;

/** Takes a request for access. */
export function takeSignup(
  asked: AccessAsked,
  { id, locale }: Pick<Signup, "id" | "locale">,
  now: Instant,
): Hop<Signup> {
  const { website, country, useCase, expectedMonthlyVolumeCents, ...who } = asked;
  const next: Signup = {
    ...{ id, status: "received", ...who, locale },
    website: website ?? null,
    country: country ?? null,
    useCase: useCase ?? null,
    expectedMonthlyVolumeCents: expectedMonthlyVolumeCents ?? null,
    ...{ tenantId: null, kybId: null, note: null, decidedAt: null, createdAt: now, updatedAt: now },
  };
  return { next, from: null, to: "received", reason: "access requested" };
}

function decided(state: Signup): Refusal | undefined {
  if (state.status === "received") return undefined;
  const extra = { status: state.status, tenantId: state.tenantId };
  return new Refusal("signup_decided", `this request was ${state.status} already`, { extra });
}

/** Accepts a request, once: its tenant and application are made in the same transaction. */
export function acceptSignup(
  state: Signup,
  made: { readonly tenantId: string; readonly kybId: string; readonly note: string | null },
  now: Instant,
): Hop<Signup> | Refusal {
  const next = { ...state, ...made, status: "accepted" as const, decidedAt: now, updatedAt: now };
  return decided(state) ?? { next, from: state.status, to: next.status, reason: "access granted" };
}

/** Declines a request, once; whoever asked is told nothing. */
export function declineSignup(state: Signup, note: string, now: Instant): Hop<Signup> | Refusal {
  const next = { ...state, note, status: "declined" as const, decidedAt: now, updatedAt: now };
  return decided(state) ?? { next, from: state.status, to: next.status, reason: "access declined" };
}

import * as z from "zod";
import { withInput } from "../core/form.ts";
import { maxCents } from "../core/money.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { isWebsite } from "../core/website.ts";
import { countries, isCountry } from "../onboarding/countries-and-states.ts";
import {
  anyRequest,
  decideRequest,
  lineText,
  type RequestStatus,
  requestStatuses,
  type TakenAs,
  takenAs,
  useCase,
  whoAsks,
} from "./access-request.ts";

export const signupStatuses = requestStatuses;
export type SignupStatus = RequestStatus;

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)")
  .refine(isCountry, "no country that ISO 3166-1 knows")
  .meta({ enum: [...countries] });

/** What a business says when it asks for access (domain facts 5.5). */
export const accessInput = whoAsks.extend({
  website: lineText(300, { inputmode: "url", autocomplete: "url" })
    .refine(isWebsite, "the address of a web site, with http or https")
    .optional(),
  country: withInput(country, { kind: "select", autocomplete: "country" }).optional(),
  useCase: useCase.optional(),
  expectedMonthlyVolumeCents: withInput(z.int().min(0).max(maxCents), { kind: "money", maxLength: 20 }).optional(),
});

export type AccessInput = z.infer<typeof accessInput>;

export const signup = anyRequest.extend({
  website: z.string().nullable(),
  country: z.string().nullable(),
  expectedMonthlyVolumeCents: z.int().nullable(),
  /** What came of it: the tenant and its application, once accepted. */
  tenantId: z.string().nullable(),
  kybId: z.string().nullable(),
});

export type Signup = z.infer<typeof signup>;

export function takeSignup(input: AccessInput, as: TakenAs, now: Instant): Transition<Signup> {
  const { website, country, useCase: wanted, expectedMonthlyVolumeCents, ...who } = input;
  const next: Signup = {
    ...{ ...who, ...takenAs(as, now) },
    website: website ?? null,
    country: country ?? null,
    useCase: wanted ?? null,
    expectedMonthlyVolumeCents: expectedMonthlyVolumeCents ?? null,
    ...{ tenantId: null, kybId: null },
  };
  return { next, from: null, to: "received", reason: "access requested" };
}

/** Accepts a request, once: its tenant and application are made in the same transaction. */
export function acceptSignup(
  state: Signup,
  made: { readonly tenantId: string; readonly kybId: string; readonly note: string | null },
  now: Instant,
): Transition<Signup> | Refusal {
  const { tenantId } = state;
  const reason = "access granted";
  return decideRequest(state, { ...made, status: "accepted" }, { made: { tenantId }, reason, now });
}

/** Declines a request, once; whoever asked is told nothing. */
export function declineSignup(state: Signup, note: string, now: Instant): Transition<Signup> | Refusal {
  const { tenantId } = state;
  const reason = "access declined";
  return decideRequest(state, { note, status: "declined" }, { made: { tenantId }, reason, now });
}

import * as z from "zod";
import {
  type AnyRequest,
  anyRequest,
  decideRequest,
  type TakenAs,
  takenAs,
  useCase,
  whoAsks,
} from "../access/access-request.ts";
import { withInput } from "../core/form.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";

/** The plans that anybody may ask for: those on the price list. */
export const wantedPlans = ["free", "starter", "pro"] as const;

/** What a business says when it asks for an account of the screening interface. */
export const accountInput = whoAsks.extend({
  plan: withInput(z.enum(wantedPlans), { kind: "radios", options: wantedPlans })
    .default("free")
    .describe("the plan that is asked for"),
  useCase: useCase.optional(),
});

export type AccountInput = z.infer<typeof accountInput>;

export const accountRequest = anyRequest.extend({
  /** The plan that was asked for; the account itself says which it got. */
  plan: z.enum(wantedPlans).describe("the plan that is asked for"),
  /** What came of it, once accepted. */
  accountId: z.string().nullable(),
});

export type AccountRequest = z.infer<typeof accountRequest>;

export function takeAccountRequest(input: AccountInput, as: TakenAs, now: Instant): Transition<AccountRequest> {
  const next = { ...input, ...takenAs(as, now), useCase: input.useCase ?? null, accountId: null };
  return { next, from: null, to: next.status, reason: "account requested" };
}

function decide(
  state: AccountRequest,
  report: Partial<AccountRequest> & Pick<AnyRequest, "status" | "note">,
  reason: string,
  now: Instant,
) {
  return decideRequest(state, report, { made: { accountId: state.accountId }, reason, now });
}

/** Accepts a request, once: its account is opened in the same transaction. */
export function acceptAccountRequest(
  state: AccountRequest,
  made: { readonly accountId: string; readonly note: string | null },
  now: Instant,
): Transition<AccountRequest> | Refusal {
  return decide(state, { ...made, status: "accepted" }, "account opened", now);
}

/** Declines a request, once; whoever asked is told nothing. */
export function declineAccountRequest(
  state: AccountRequest,
  note: string,
  now: Instant,
): Transition<AccountRequest> | Refusal {
  return decide(state, { note, status: "declined" }, "account declined", now);
}

import { acceptSignup, declineSignup, type Signup, type SignupStatus } from "../../domain/access/signup.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { hopWrites, type Loaded } from "../core/aggregate.ts";
import type { KeyEnvironment } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates } from "../core/list.ts";
import { type PlannedInvite, plannedInvite } from "../onboarding/invites.ts";
import { freeSlug } from "../tenants/free-slug.ts";
import { keyWrites, slugKey, tenantExists, tenantWrites } from "../tenants/tenants.ts";
import { changeRequest, getRequest, requestList } from "./access-request-record.ts";
import { signupKind } from "./signup-record.ts";

/** What accepting works with. */
export interface SignupDesk extends Desk {
  /** Where invitations lead to. */
  readonly onboardUrl: string;
  readonly environment: KeyEnvironment;
}

/** What an operator says of who is let in; a wallet comes with its chain, or later from the applicant. */
export interface Acceptance {
  readonly slug?: string | undefined;
  readonly destChain?: string | undefined;
  readonly destWallet?: string | undefined;
  readonly stable: string;
  readonly note: string | null;
}

/** Who was let in. The key and the link are told here and nowhere else. */
export interface Accepted {
  readonly signup: Signup;
  readonly tenant: Tenant;
  readonly apiKey: string;
  readonly invite: Pick<PlannedInvite, "id" | "magicLink" | "expiresAt">;
}

/** Requests for access, newest first. */
export function listSignups(
  desk: Pick<Desk, "book">,
  { status, ...asked }: ListRequest & { readonly status?: SignupStatus | undefined },
): Promise<Listed<Signup>> {
  return listAggregates(desk, signupKind, requestList(signupKind.type, status), asked);
}

/** The request with this id. */
export function getSignup(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Signup>> {
  return getRequest(desk, signupKind, { id, called: "request for access" });
}

/** Lets a business in: its tenant, its first key and its invitation are made in one transaction with the decision, so that nothing is made twice. Refuses what was decided, and a slug that is taken. */
export function acceptSignupRequest(desk: SignupDesk, id: string, asked: Acceptance): Promise<Accepted> {
  return change(desk, async (attempt) => {
    const found = await getSignup(desk, id);
    const { companyName, contactEmail, locale } = found.state;
    if (attempt > 1 && asked.slug !== undefined && (await desk.book.read([slugKey(asked.slug)]))[0])
      return tenantExists();
    const made = tenantWrites(desk, {
      slug: asked.slug ?? (await freeSlug(desk, companyName)),
      name: companyName,
      contactEmail,
      destChain: asked.destChain ?? "",
      destWallet: asked.destWallet ?? "",
      stable: asked.stable,
      ...{ partnerCustomerId: null, isoRef: null, metadata: {} },
    });
    const { tenant } = made;
    const key = keyWrites(desk, tenant, { name: null, environment: desk.environment });
    const invite = plannedInvite(desk, { legalName: companyName, contactEmail, tenantId: tenant.id, locale });
    const hop = acceptSignup(
      found.state,
      { tenantId: tenant.id, kybId: invite.id, note: asked.note },
      desk.clock.now(),
    );
    if (hop instanceof Refusal) return hop;
    const { writes, after } = hopWrites(found, [hop], desk);
    const { magicLink, expiresAt } = invite;
    return {
      writes: [...writes, ...made.writes, ...key.writes, ...invite.writes],
      result: {
        ...{ signup: after.state, tenant, apiKey: key.secret },
        invite: { id: invite.id, magicLink, expiresAt },
      },
    };
  });
}

/** Declines a request, with a reason for the files: whoever asked is told nothing. Refuses what was decided. */
export function declineSignupRequest(desk: Desk, id: string, reason: string): Promise<Signup> {
  return changeRequest(
    desk,
    () => getSignup(desk, id),
    (state, now) => declineSignup(state, reason, now),
  );
}

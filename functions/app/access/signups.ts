import { acceptSignup, declineSignup, type Signup, type SignupStatus } from "../../domain/access/signup.ts";
import { currentApiVersion } from "../../domain/core/api-version.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import type { KeyEnvironment } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { type ListPage, type ListQuery, listAggregates } from "../core/list-page.ts";
import { getRecord } from "../core/read-records.ts";
import { wholeList } from "../core/row-keys.ts";
import { type PlannedInvite, plannedInvite } from "../onboarding/invites.ts";
import { freeSlug, isTaken, keyWrites, tenantExists, tenantWrites } from "../tenants/tenants.ts";
import { changeRequest } from "./access-request-record.ts";
import { signupRecordType } from "./request-access.ts";

export interface SignupContext extends Context {
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
export interface AcceptedSignup {
  readonly signup: Signup;
  readonly tenant: Tenant;
  readonly apiKey: string;
  readonly invite: Pick<PlannedInvite, "id" | "magicLink" | "expiresAt">;
}

export function listSignups(
  context: StoreContext,
  { status, ...input }: ListQuery<SignupStatus>,
): Promise<ListPage<Signup>> {
  return listAggregates(context, signupRecordType, wholeList(signupRecordType.type, status), input);
}

export function getSignup(context: StoreContext, id: string): Promise<Aggregate<Signup>> {
  return getRecord(context, signupRecordType, id, "request for access");
}

/** Lets a business in: its tenant, its first key and its invitation are made in one transaction with the decision, so that nothing is made twice. Refuses what was decided, and a slug that is taken. */
export function acceptSignupRequest(context: SignupContext, id: string, input: Acceptance): Promise<AcceptedSignup> {
  return change(context, async () => {
    const found = await getSignup(context, id);
    const { companyName, contactEmail, locale } = found.state;
    const slug = input.slug ?? (await freeSlug(context, companyName));
    const made = tenantWrites(context, {
      slug,
      name: companyName,
      contactEmail,
      destChain: input.destChain ?? "",
      destWallet: input.destWallet ?? "",
      stable: input.stable,
      apiVersion: currentApiVersion,
      ...{ partnerCustomerId: null, isoRef: null, metadata: {} },
    });
    const { tenant } = made;
    const key = keyWrites(context, tenant, { name: null, environment: context.environment });
    const invite = plannedInvite(context, { legalName: companyName, contactEmail, tenantId: tenant.id, locale });
    const transition = acceptSignup(
      found.state,
      { tenantId: tenant.id, kybId: invite.id, note: input.note },
      context.clock.now(),
    );
    if (transition instanceof Refusal) return transition;
    if (await isTaken(context, slug)) return tenantExists();
    const { writes, after } = transitionWrites(found, [transition], context);
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
export function declineSignupRequest(context: Context, id: string, reason: string): Promise<Signup> {
  return changeRequest(
    context,
    () => getSignup(context, id),
    (state, now) => declineSignup(state, reason, now),
  );
}

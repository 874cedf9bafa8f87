import { randomBytes } from "node:crypto";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Kyb } from "../../domain/onboarding/kyb.ts";
import {
  type Invitation,
  inviteKyb,
  kybLinkSeconds,
  linkForLetter,
  resendKyb,
  revokeKyb,
} from "../../domain/onboarding/links.ts";
import { brandedUrl } from "../../domain/tenants/brand.ts";
import { type Aggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { applicantBrand } from "../tenants/brands.ts";
import { getTenant } from "../tenants/tenants.ts";
import { changeKyb, loadKyb } from "./reads.ts";
import { kybLinkKey, kybRecordType } from "./record.ts";

/** What inviting needs beside the context: the beginning of links that people follow. */
export type InviteContext = Context & { readonly onboardUrl: string };

/** Who is to be invited; a link lasts 7 days where nothing else is said. */
export type InviteInput = Omit<Invitation, "linkSeconds"> & { readonly linkSeconds?: number | undefined };

/** An invitation to be written, with the link that is in none of the writes. */
export interface PlannedInvite {
  readonly id: string;
  readonly application: Aggregate<Kyb>;
  readonly magicLink: string;
  readonly expiresAt: Instant;
  readonly writes: readonly Write[];
}

interface MintedLink {
  readonly url: string;
  readonly sha256: string;
  readonly write: Write;
}

/** A fresh link: 256 random bits, kept as SHA-256 alone. */
function mintLink({ onboardUrl }: Pick<InviteContext, "onboardUrl">, kybId: string): MintedLink {
  const token = randomBytes(32).toString("base64url");
  const sha256 = secretDigest(token);
  const put = { ...kybLinkKey(sha256), v: 1, type: "kyb_link", body: { kybId } };
  return { url: `${onboardUrl}/k/${token}`, sha256, write: { put, expect: "absent" } };
}

/** What invites a business: to be written in one transaction with what else belongs to it. */
export function plannedInvite(context: InviteContext, input: InviteInput): PlannedInvite {
  const now = context.clock.now();
  const id = context.newId("kyb", now);
  const { url, sha256, write } = mintLink(context, id);
  const invited = { ...input, linkSeconds: input.linkSeconds ?? kybLinkSeconds };
  const transition = inviteKyb(invited, { id, sha256 }, now);
  const { writes, after } = transitionWrites(newAggregate(kybRecordType, transition.next), [transition], context);
  const { expiresAt } = after.state;
  return { id, application: after, magicLink: url, expiresAt, writes: [...writes, write] };
}

/** An application with a link that was made for whoever asked, and is nowhere else. */
export interface WithLink {
  readonly application: Kyb;
  readonly magicLink: string;
}

/** Where links of a tenant's application begin. Refuses an unknown tenant. */
async function underBrand(context: InviteContext, tenantId: string | null): Promise<InviteContext> {
  if (tenantId === null) return context;
  const brand = await applicantBrand(context, (await getTenant(context, tenantId)).state);
  return { ...context, onboardUrl: brandedUrl(brand, context.onboardUrl) };
}

/** Invites a business. Refuses an unknown tenant, and a link's length of its own in production. */
export async function inviteApplicant(
  context: InviteContext & { readonly live: boolean },
  input: InviteInput,
): Promise<WithLink> {
  if (context.live && input.linkSeconds !== undefined) {
    const problem = { path: "expiresInSeconds", message: "in the sandbox only" };
    throw new Refusal("validation_error", "expiresInSeconds: in the sandbox only", { fields: [problem] });
  }
  const linked = await underBrand(context, input.tenantId);
  const { application, magicLink, writes } = plannedInvite(linked, input);
  return change(context, () => ({ writes, result: { application: application.state, magicLink } }));
}

/** Makes a new link, which a letter brings as well, and ends the older ones. */
export async function resendInvite(context: InviteContext, id: string): Promise<WithLink> {
  const { tenantId } = (await loadKyb(context, id)).state;
  const { url, sha256, write } = mintLink(await underBrand(context, tenantId), id);
  const decide = (state: Kyb) => resendKyb(state, sha256, context.clock.now());
  const { found } = await changeKyb(context, id, decide, [write]);
  return { application: found.state, magicLink: url };
}

/** Takes an invitation back, once; a second time changes nothing. */
export async function revokeInvite(context: Context, id: string): Promise<Kyb> {
  const { found } = await changeKyb(context, id, (state) => revokeKyb(state, context.clock.now()));
  return found.state;
}

/** A link for a letter that is about to be sent; null where nobody is let in any more, and no letter goes out. */
export async function linkForKybLetter(
  context: InviteContext,
  id: string,
): Promise<{ readonly url: string; readonly expiresAt: Instant } | null> {
  const { url, sha256, write } = mintLink(context, id);
  const { found, aside } = await changeKyb(
    context,
    id,
    (state) => linkForLetter(state, sha256, context.clock.now()) ?? { aside: "nobody" as const },
    [write],
  );
  return aside === undefined ? { url, expiresAt: found.state.expiresAt } : null;
}

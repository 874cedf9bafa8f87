import { isWithPartner, type Kyb } from "../../domain/onboarding/kyb.ts";
import { expireKyb } from "../../domain/onboarding/links.ts";
import {
  type AskedWhen,
  hearPartner,
  isApproval,
  isLookDue,
  missPartner,
  type PartnerWord,
} from "../../domain/onboarding/partner.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { failure } from "../core/error-text.ts";
import type { Log, Row, Write } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import { freeSlug } from "../tenants/free-slug.ts";
import { getTenant, tenantWrites } from "../tenants/tenants.ts";
import { customerWrite, ownerOfCustomer } from "./partner-customer.ts";
import type { Onboarding, PartnerSaid } from "./ports.ts";
import { changeKyb, loadKyb } from "./reads.ts";
import { kybKind } from "./record.ts";

/** The way to the partner. */
export interface PartnerLine {
  readonly onboarding: Onboarding;
  /** The beginning of links that people follow. */
  readonly onboardUrl: string;
  readonly log: Log;
}

/** What asking the partner works with. */
export type PartnerDesk = Desk & PartnerLine;

/** Seconds that the partner may take, as few as where a payer waits for it: settlements wait in the same line behind it. What it has begun by then is told at the next look. */
const partnerSeconds = 5;

/** Lost races of a decision: the applicant may be about with it, and another sweeper. */
const most = 8;

/** Asks the partner about a submitted application, or how it stands, and takes what it says. One that gives no answer is asked again later. Safe to do twice: the partner knows the application by our id. */
export async function askPartner(desk: PartnerDesk, kybId: string): Promise<Kyb> {
  const { state } = await loadKyb(desk, kybId);
  if (!isWithPartner(state)) return state;
  const heard = { submittedAt: state.submittedAt, lookAt: state.partner?.lookAt ?? null };
  let word: PartnerWord | null;
  try {
    word = await within(partnerSeconds, ask(desk, state));
  } catch (error) {
    const { requestId } = desk;
    const told = { requestId, operation: "askPartner", correlationId: kybId, error: failure(error) };
    desk.log.error("the partner gave no answer", told);
    word = null;
  }
  if (word !== null) return take(desk, kybId, { word, ...heard });
  const miss = (before: Kyb) => missPartner(before, heard, desk.clock.now());
  return (await changeKyb(desk, kybId, miss)).found.state;
}

/** What was submitted is told first; an application that the partner has lost is told anew. */
async function ask({ onboarding, onboardUrl }: PartnerDesk, state: Kyb): Promise<PartnerSaid> {
  const { id: key, partner, answers, contactEmail: email } = state;
  const known = partner?.told === true && partner.ref !== null ? await onboarding.look(partner.ref) : null;
  if (known !== null) return known;
  const legalName = answers.company?.legalName ?? state.legalName;
  // A page that needs no link: what leads to the application is with the applicant alone.
  const returnTo = `${onboardUrl}/k/back`;
  const ref = partner?.ref ?? null;
  return onboarding.apply({ key, ref, legalName, email, returnTo, brought: partner?.brought ?? [] });
}

/** Takes the partner's word; an approval and what it means for the tenant are one transaction. */
function take(
  desk: PartnerDesk,
  id: string,
  heard: AskedWhen & { readonly word: PartnerWord },
): Promise<Kyb> {
  const { word } = heard;
  return change(
    desk,
    async () => {
      const found = await loadKyb(desk, id);
      const { state } = found;
      const isStanding = isWithPartner(state) && state.submittedAt === heard.submittedAt;
      const tenant = isStanding && isApproval(word) ? await approvedTenant(desk, state, word) : undefined;
      const tenantId = tenant?.tenantId ?? state.tenantId;
      const hops = hearPartner(state, { ...heard, tenantId }, desk.clock.now());
      const { writes, after } = hopWrites(found, hops, desk);
      return { writes: [...writes, ...(tenant?.writes ?? [])], result: after.state };
    },
    most,
  );
}

interface Approved {
  readonly tenantId: string;
  readonly writes: readonly Write[];
}

/** The tenant that an approval is for: its own, which becomes the partner's customer, the one that is this customer already, or a new one. */
async function approvedTenant(
  desk: PartnerDesk,
  state: Kyb,
  { partnerCustomerId }: { readonly partnerCustomerId: string },
): Promise<Approved> {
  const { id, answers, contactEmail } = state;
  const { payout } = answers;
  if (payout === null) throw new Error(`${id} was submitted without a wallet`);
  const wallet = { destChain: payout.chain, destWallet: payout.wallet, stable: payout.stable };
  const owner = await ownerOfCustomer(desk, partnerCustomerId);
  const isNobodys = owner.tenantId === null;
  if (state.tenantId !== null) {
    const tenant = await getTenant(desk, state.tenantId);
    const { tenantId, writes } = linked(desk, tenant, {
      id,
      partnerCustomerId,
      wallet,
      owner: owner.tenantId,
    });
    return {
      tenantId,
      writes: isNobodys ? [...writes, customerWrite(partnerCustomerId, tenantId, owner)] : writes,
    };
  }
  // A business that was invited twice is one customer, and one tenant.
  if (owner.tenantId !== null) return { tenantId: owner.tenantId, writes: [] };
  const name = answers.company?.legalName ?? state.legalName;
  const { writes, tenant } = tenantWrites(desk, {
    ...{ slug: await freeSlug(desk, name), name, contactEmail, ...wallet, partnerCustomerId },
    ...{ isoRef: null, metadata: {} },
  });
  return { tenantId: tenant.id, writes: [...writes, customerWrite(partnerCustomerId, tenant.id, owner)] };
}

function linked(
  desk: PartnerDesk,
  tenant: Loaded<Tenant>,
  asked: { id: string; partnerCustomerId: string; wallet: Partial<Tenant>; owner: string | null },
): Approved {
  const { state } = tenant;
  const { id, partnerCustomerId, wallet, owner } = asked;
  const own = state.destWallet === "" ? wallet : {};
  const next: Tenant = { ...state, ...own, partnerCustomerId, updatedAt: desk.clock.now() };
  const before = state.partnerCustomerId;
  const instead = before === null || before === partnerCustomerId ? "" : `, in the place of ${before}`;
  const shared = owner === null || owner === state.id ? "" : `; the customer is ${owner}'s too`;
  const reason = `the partner approved ${id}${instead}${shared}`;
  const hop = { next, from: state.status, to: next.status, reason };
  return { tenantId: state.id, writes: hopWrites(tenant, [hop], desk).writes };
}

/** Looks at an application that is due: asks the partner how it stands, or ends an invitation that is over. Whether there was anything to do. */
export async function sweepKyb(desk: PartnerDesk, row: Row): Promise<boolean> {
  const state = loaded(kybKind, row)?.state;
  if (!state) return false;
  const now = desk.clock.now();
  if (isLookDue(state, now)) {
    await askPartner(desk, state.id);
    return true;
  }
  if (expireKyb(state, now).length === 0) return false;
  await changeKyb(desk, state.id, (before) => expireKyb(before, desk.clock.now()));
  return true;
}

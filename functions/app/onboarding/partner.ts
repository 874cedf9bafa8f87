import * as z from "zod";
import { isWithPartner, type Kyb } from "../../domain/onboarding/kyb.ts";
import { expireKyb } from "../../domain/onboarding/links.ts";
import {
  isApproval,
  isLookDue,
  missPartner,
  type PartnerQuery,
  type PartnerWord,
  recordPartnerReport,
} from "../../domain/onboarding/partner.ts";
import { guardedPart, pendingChangeAt, type TenantSettingsChange } from "../../domain/tenants/guarded-change.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, entry, entryKey, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import type { Log, Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { within } from "../core/timeout.ts";
import { tenantAsk } from "../review/ask-change.ts";
import { tenantPlan } from "../tenants/tenant-change.ts";
import { freeSlug, getTenant, tenantWrites } from "../tenants/tenants.ts";
import type { Onboarding, PartnerReport } from "./ports.ts";
import { changeKyb, loadKyb } from "./reads.ts";
import { kybRecordType } from "./record.ts";

/** The way to the partner. */
export interface PartnerLine {
  readonly onboarding: Onboarding;
  readonly onboardUrl: string;
  readonly log: Log;
  /** Whether two people decide about what redirects a tenant's money; not where it is left out. */
  readonly twoPersonControl?: boolean;
}

export type PartnerContext = Context & PartnerLine;

/** Seconds that the partner may take, as few as where a payer waits for it: settlements wait in the same line behind it. What it has begun by then is told at the next look. */
const partnerSeconds = 5;

/** Lost races of a decision: the applicant may be about with it, and another sweeper. */
const most = 8;

/** Whether the partner was asked about an application, or need not be. */
export async function mayRest(context: PartnerContext, kybId: string): Promise<boolean> {
  const { state } = await loadKyb(context, kybId);
  return !isWithPartner(state) || state.partner !== null;
}

/** Asks the partner about a submitted application, or how it stands, and takes what it says. One that gives no answer is asked again later. Safe to do twice: the partner knows the application by our id. */
export async function askPartner(context: PartnerContext, kybId: string): Promise<Kyb> {
  const { state } = await loadKyb(context, kybId);
  if (!isWithPartner(state)) return state;
  const report = { submittedAt: state.submittedAt, lookAt: state.partner?.lookAt ?? null };
  let word: PartnerWord | null;
  try {
    word = await within(partnerSeconds, ask(context, state));
  } catch (error) {
    logFailure(context, "the partner gave no answer", { operation: "askPartner", correlationId: kybId }, error);
    word = null;
  }
  if (word !== null) return take(context, kybId, { word, ...report });
  const miss = (before: Kyb) => missPartner(before, report, context.clock.now());
  return (await changeKyb(context, kybId, miss)).found.state;
}

/** What was submitted is told first; an application that the partner has lost is told anew. */
async function ask({ onboarding, onboardUrl }: PartnerContext, state: Kyb): Promise<PartnerReport> {
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
  context: PartnerContext,
  id: string,
  report: PartnerQuery & { readonly word: PartnerWord },
): Promise<Kyb> {
  const { word } = report;
  return change(
    context,
    async () => {
      const found = await loadKyb(context, id);
      const { state } = found;
      const isStanding = isWithPartner(state) && state.submittedAt === report.submittedAt;
      const tenant = isStanding && isApproval(word) ? await approvedTenant(context, state, word) : undefined;
      const tenantId = tenant?.tenantId ?? state.tenantId;
      const transitions = recordPartnerReport(state, { ...report, tenantId }, context.clock.now());
      const { writes, after } = transitionWrites(found, transitions, context);
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
  context: PartnerContext,
  state: Kyb,
  { partnerCustomerId }: { readonly partnerCustomerId: string },
): Promise<Approved> {
  const { id, answers, contactEmail } = state;
  const { payout } = answers;
  if (payout === null) throw new Error(`${id} was submitted without a wallet`);
  const wallet = { destChain: payout.chain, destWallet: payout.wallet, stable: payout.stable };
  const owner = await ownerOfCustomer(context, partnerCustomerId);
  const isNobodys = owner.tenantId === null;
  if (state.tenantId !== null) {
    const tenant = await getTenant(context, state.tenantId);
    const { tenantId, writes } = await linked(context, tenant, {
      id,
      partnerCustomerId,
      wallet,
      owner: owner.tenantId,
    });
    return { tenantId, writes: isNobodys ? [...writes, customerWrite(partnerCustomerId, tenantId, owner)] : writes };
  }
  // A business that was invited twice is one customer, and one tenant.
  if (owner.tenantId !== null) return { tenantId: owner.tenantId, writes: [] };
  const name = answers.company?.legalName ?? state.legalName;
  const { writes, tenant } = tenantWrites(context, {
    ...{ slug: await freeSlug(context, name), name, contactEmail, ...wallet, partnerCustomerId },
    ...{ country: answers.company?.country ?? null, isoRef: null, metadata: {} },
  });
  return { tenantId: tenant.id, writes: [...writes, customerWrite(partnerCustomerId, tenant.id, owner)] };
}

interface Link {
  readonly id: string;
  readonly partnerCustomerId: string;
  readonly wallet: Pick<Tenant, "destChain" | "destWallet" | "stable">;
  readonly owner: string | null;
}

/** Makes a tenant that is there the partner's customer. Where two people decide, that waits like any other change of where its money goes. */
async function linked(context: PartnerContext, tenant: Aggregate<Tenant>, input: Link): Promise<Approved> {
  const { state } = tenant;
  const { id, partnerCustomerId, wallet, owner } = input;
  const own = state.destWallet === "" ? wallet : {};
  const part = context.twoPersonControl === true ? guardedPart(state, { ...own, partnerCustomerId }) : null;
  if (part !== null) return { tenantId: state.id, writes: await askForLink(context, tenant, { id, part }) };
  const next: Tenant = { ...state, ...own, partnerCustomerId, updatedAt: context.clock.now() };
  const before = state.partnerCustomerId;
  const instead = before === null || before === partnerCustomerId ? "" : `, in the place of ${before}`;
  const shared = owner === null || owner === state.id ? "" : `; the customer is ${owner}'s too`;
  const reason = `the partner approved ${id}${instead}${shared}`;
  const transition = { next, from: state.status, to: next.status, reason };
  return { tenantId: state.id, writes: transitionWrites(tenant, [transition], context).writes };
}

/** Asks for a link in the name of the operator who invited. While another change waits it is only told on the tenant's trail: operators ask for it once that has ended. */
async function askForLink(
  context: PartnerContext,
  tenant: Aggregate<Tenant>,
  { id, part }: { readonly id: string; readonly part: TenantSettingsChange },
): Promise<readonly Write[]> {
  const now = context.clock.now();
  const also = `the partner approved ${id}`;
  if (pendingChangeAt(tenant.state, now) !== null)
    return tenantPlan(context, tenant, tenant.state, `${also}; not linked, since another change waits`).writes;
  const [first] = await context.store.read([entryKey(rowKey(id), 1)]);
  const askedBy = first ? entry.parse(first.body).actor : context.actor;
  const asked = { id: context.newId("apr", now), part, askedBy, also: `${also}; ` };
  return (await tenantAsk(context, tenant, tenant.state, asked)).writes;
}

/** Looks at an application that is due: asks the partner how it stands, or ends an invitation that is over. Whether there was anything to do. */
export async function sweepKyb(context: PartnerContext, row: Row): Promise<boolean> {
  const state = loadAggregate(kybRecordType, row)?.state;
  if (!state || !isLookDue(state, context.clock.now())) return expireInvitation(context, row);
  await askPartner(context, state.id);
  return true;
}

/** Ends an invitation that is over. Whether it was. */
export async function expireInvitation(context: Context, row: Row): Promise<boolean> {
  const state = loadAggregate(kybRecordType, row)?.state;
  if (!state || expireKyb(state, context.clock.now()).length === 0) return false;
  await changeKyb(context, state.id, (before) => expireKyb(before, context.clock.now()));
  return true;
}

const owner = z.object({ tenantId: z.string() });

/** Whose a customer of the partner's is: null for nobody's, and for one whose tenant has become another customer since. `version` is that of what says so. */
interface CustomerOwner {
  readonly tenantId: string | null;
  readonly version: number | "absent";
}

function ownerKey(partnerCustomerId: string) {
  return rowKey(`customer#${partnerCustomerId}`);
}

/** The tenant that an approval has made the partner's customer into. */
async function ownerOfCustomer(context: Context, partnerCustomerId: string): Promise<CustomerOwner> {
  const [row] = await context.store.read([ownerKey(partnerCustomerId)]);
  if (!row) return { tenantId: null, version: "absent" };
  const { tenantId } = owner.parse(row.body);
  const { state } = await getTenant(context, tenantId);
  const isStanding = state.partnerCustomerId === partnerCustomerId;
  return { tenantId: isStanding ? tenantId : null, version: row.v };
}

/** What says whose a customer is from now on; lost where somebody else's approval was first. */
function customerWrite(partnerCustomerId: string, tenantId: string, { version }: CustomerOwner): Write {
  const v = version === "absent" ? 1 : version + 1;
  return { put: { ...ownerKey(partnerCustomerId), v, type: "customer", body: { tenantId } }, expect: version };
}

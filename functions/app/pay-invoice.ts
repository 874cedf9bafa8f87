import { effectiveRule, splitAmount } from "../domain/fee-rule.ts";
import { type FlagKey, flagKeys } from "../domain/flag.ts";
import { siblingId } from "../domain/id.ts";
import { amountToPay, type Invoice } from "../domain/invoice.ts";
import { amountTooSmall } from "../domain/open-settlement.ts";
import type { Payment } from "../domain/payment.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Tenant } from "../domain/tenant.ts";
import type { Instant } from "../domain/time.ts";
import { type Loaded, loaded } from "./aggregate.ts";
import {
  type Claim,
  claimKey,
  claimWrite,
  doneClaim,
  inProgress,
  judgeClaim,
  type KeyedRequest,
  type Outcome,
  readClaim,
  refusalOutcome,
  runningClaim,
  takenOver,
} from "./claim.ts";
import { continuePay } from "./continue-pay.ts";
import { invoiceKind, rowKey } from "./kinds.ts";
import { isStored, type PayDesk, payCommand, type Sight } from "./pay-desk.ts";
import type { Key, Row } from "./ports.ts";
import { standing, standingKeys } from "./standing.ts";

/** A call to pay. `amountCents` left out means all that remains. */
export interface PayRequest extends KeyedRequest {
  readonly invoiceId: string;
  readonly amountCents?: number | undefined;
  readonly source: Payment["source"];
}

/** What is told to a caller of a money route; `replayed` when the claim answered. */
export interface Told {
  readonly outcome: Outcome;
  readonly replayed: boolean;
}

/** Everything pay has to know, in one read. */
async function look(desk: PayDesk, claim: Key, invoiceId: string, tenantId: string): Promise<Sight> {
  const rows = await desk.book.read([claim, rowKey(invoiceId), ...standingKeys(tenantId)]);
  return { claim: readClaim(rows[0]), invoice: loaded(invoiceKind, rows[1]), ...standing(rows.slice(2)) };
}

/** Pays an invoice: claims the key, guards, collects, and answers; a call with a dead claim's key continues it. */
export async function payInvoice(desk: PayDesk, request: PayRequest): Promise<Told> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const now = desk.clock.now();
    const sight = await look(desk, claimKey(request), request.invoiceId, request.tenantId);
    const { claim, invoice, tenant } = sight;
    if (!tenant || invoice?.state.tenantId !== request.tenantId)
      throw new Refusal("not_found", "no such invoice");
    const judged = claim && judgeClaim(claim, request.fingerprint, now);
    if (judged instanceof Refusal) throw judged;
    if (judged && judged !== "dead") return { outcome: judged, replayed: true };
    const begun = claim ? takenOver(claim, now) : begin(desk, request, { ...sight, tenant, invoice }, now);
    const written = await desk.book.write([claimWrite(begun)], desk.newId("req", now));
    if (!written.ok) continue;
    if (begun.body.outcome) return { outcome: begun.body.outcome, replayed: false };
    return { outcome: await continuePay(desk, begun, { ...sight, tenant, invoice }), replayed: false };
  }
  throw inProgress(1);
}

/** Ids first, then what can be refused without asking anybody; a stored refusal ends the claim before it ran. */
function begin(
  desk: PayDesk,
  request: PayRequest,
  sight: Sight & { tenant: Tenant; invoice: Loaded<Invoice> },
  now: Instant,
): Claim {
  requireVendors(desk, sight);
  const settlementId = desk.newId("stl", now);
  const ids = { settlementId, paymentId: siblingId(settlementId, "pay") };
  const command = { invoiceId: request.invoiceId, source: request.source, ...ids };
  const amountCents = acceptableAmount(request, sight, now);
  if (!(amountCents instanceof Refusal)) return runningClaim(request, { ...command, amountCents }, now);
  if (!isStored(amountCents)) throw amountCents;
  const claim = runningClaim(request, { ...command, amountCents: request.amountCents ?? 0 }, now);
  return { ...doneClaim(claim, refusalOutcome(amountCents, desk.requestId)), v: 1 };
}

function acceptableAmount(
  request: PayRequest,
  sight: Sight & { tenant: Tenant; invoice: Loaded<Invoice> },
  now: Instant,
): number | Refusal {
  if (sight.tenant.status === "suspended") return new Refusal("tenant_suspended", "this tenant is suspended");
  if (sight.tenant.partnerCustomerId === null)
    return new Refusal("partner_customer_unlinked", "this tenant has no partner customer");
  const amountCents = amountToPay(sight.invoice.state, request.amountCents);
  if (amountCents instanceof Refusal) return amountCents;
  const rule = effectiveRule(sight.ownRules, sight.defaultRules, "settlement", now);
  if (splitAmount(amountCents, rule).netCents < 1) return amountTooSmall();
  return amountCents;
}

/** The chosen vendors must be switched on; nothing falls through to another one. */
function requireVendors(desk: PayDesk, sight: Sight): void {
  for (const key of [`vendor.collection.${desk.rail.name}`, `vendor.conversion.${desk.conversion.name}`]) {
    const known = flagKeys.find((each): each is FlagKey => each === key);
    if (known && !sight.flags.on(known)) throw new Refusal("vendor_disabled", `${key} is switched off`);
  }
}

/** Continues a pay call whose holder died, in nobody's name; the answer waits on the claim. */
export async function continueClaim(desk: PayDesk, row: Row): Promise<void> {
  const claim = readClaim(row);
  const now = desk.clock.now();
  if (!claim || claim.body.status === "done" || claim.body.leaseUntil > now) return;
  const { invoiceId } = payCommand.parse(claim.body.command);
  const sight = await look(desk, claim.key, invoiceId, claim.body.tenantId);
  const { invoice, tenant } = sight;
  if (sight.claim?.v !== claim.v || !invoice || !tenant) return;
  const held = takenOver(claim, now);
  const written = await desk.book.write([claimWrite(held)], desk.newId("req", now));
  if (written.ok) await continuePay(desk, held, { ...sight, tenant, invoice });
}

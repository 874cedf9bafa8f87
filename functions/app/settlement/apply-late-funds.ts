import { Refusal } from "../../domain/core/refusal.ts";
import { gate, givenAt, type ScreenRecord, screenKey } from "../../domain/gate/payout-gate.ts";
import type { CollectionScreen } from "../../domain/gate/screen-answer.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import {
  type ApplyCase,
  applyLateFunds,
  whyNotApply,
  whyNotApplyTo,
} from "../../domain/settlement/apply-late-funds.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Flags, flagKeys } from "../../domain/tenants/flag.ts";
import { type Aggregate, loadAggregate, newAggregate, transitionWrites } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { screenAddress } from "../gate/screen-wallet.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import type { ActionRequest, ReviewContext } from "../review/review-subject.ts";
import { feeRuleInForce } from "../tenants/fee-rule-rows.ts";
import { tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { settlementRecordType } from "./record.ts";
import { settlementChangeWrites } from "./settlements.ts";

/** Screens the tenant's wallet before late money is applied, once another operator has agreed (`by`, which keys it); nothing is asked of money that cannot be applied anyway. */
export async function screenBeforeApplying(
  context: ReviewContext,
  state: Settlement,
  by: string | undefined,
): Promise<CollectionScreen | null> {
  if (by === undefined || whyNotApply(state) !== undefined) return null;
  if (!context.gate) throw new Error("this door buys no screens");
  const { tenant, flags } = tenantSettingsOf(await context.store.read(tenantSettingsKeys(state.tenantId)));
  if (!tenant) return null;
  const { destWallet: address, destChain: chain } = tenant;
  const key = screenKey(by, "collection", 1);
  const verdict = await screenAddress(context.gate, flags, { key, stage: "collection", address, chain });
  return { stage: "collection", address, verdict };
}

/** What applying a canceled payment's late money to an invoice writes: the money leaves the one settlement and opens another, in one transaction. Before anybody has agreed it is only looked at. Refuses what cannot be applied as things stand. */
export async function decideApplying(
  context: Context,
  found: Aggregate<Settlement>,
  { input, by, screen }: ActionRequest,
): Promise<{ readonly writes: readonly Write[]; readonly after: Aggregate<Settlement> } | Refusal> {
  const now = context.clock.now();
  const seen = await applyCaseOf(context, found.state, input.invoiceId ?? found.state.invoiceId);
  if (seen instanceof Refusal) return seen;
  if (by === "") return whyNotApplyTo(seen.about) ?? { writes: [], after: found };
  const record = screen?.stage === "collection" && screen.address === seen.about.tenant.destWallet && screen.verdict;
  if (!record) return whyNotApplyTo(seen.about) ?? notAvailable("apply", "the tenant's wallet was not screened");
  const applied = applyLateFunds(
    { ...seen.about, settlementId: context.newId("stl", now), screen: recordOf(record, now), by },
    now,
  );
  if (applied instanceof Refusal) return applied;
  const [born] = applied.opened.settlement;
  if (!born) throw new Error("a settlement opens with a hop");
  const { writes, after } = transitionWrites(found, [applied.from], context);
  const pair = { settlement: newAggregate(settlementRecordType, born.next), invoice: seen.invoice };
  return { writes: [...writes, ...settlementChangeWrites(pair, applied.opened, context).writes], after };
}

function recordOf(verdict: CollectionScreen["verdict"], now: string): ScreenRecord {
  const { ref, riskLevel: risk } = verdict;
  return { stage: "collection", round: 1, outcome: gate(verdict), ref, risk, at: givenAt(verdict, now) };
}

/** Everything that applying has to know: the invoice, and how its tenant stands, in one read. */
async function applyCaseOf(context: StoreContext & Pick<Context, "clock">, settlement: Settlement, invoiceId: string) {
  const { tenantId } = settlement;
  const keys = [rowKey(invoiceId), ...tenantSettingsKeys(tenantId)];
  const [invoiceRow, ...rows] = await context.store.read(keys);
  const invoice = loadAggregate(invoiceRecordType, invoiceRow);
  const settings = tenantSettingsOf(rows);
  const { tenant, flags } = settings;
  if (!tenant || invoice?.state.tenantId !== tenantId)
    return notAvailable("apply", "the payment's tenant has no such invoice");
  const rule = await feeRuleInForce(context, settings, "settlement", context.clock.now());
  const about: ApplyCase = {
    settlement,
    invoice: invoice.state,
    tenant,
    rule,
    vendorOff: vendorOff(flags, settlement),
  };
  return { invoice, about };
}

/** A vendor of a settlement's that is switched off for its tenant; undefined where both are on. */
function vendorOff(flags: Flags, { rail, conversionVendor }: Settlement): string | undefined {
  const names: readonly string[] = [`vendor.collection.${rail}`, `vendor.conversion.${conversionVendor}`];
  return flagKeys.find((each) => names.includes(each) && !flags.on(each));
}

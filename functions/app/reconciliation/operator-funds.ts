import { addDays, addSeconds, dayOf, dayStart, type Instant } from "../../domain/core/time.ts";
import { addFunds, type FundsByWallet } from "../../domain/reconciliation/operator-funds.ts";
import { type Aggregate, newAggregate } from "../core/aggregate.ts";
import { findRecord } from "../core/read-records.ts";
import type { WalkedTenant } from "../tenants/walk-store.ts";
import { entriesWithin, type WalkContext } from "./close-walk.ts";
import { fundsId, fundsRecordType, type StoredFunds } from "./fee-sweep-record.ts";

/** A tenant's wallets at a moment; `stored` is what the next fold goes on from. */
export interface FoldedFunds {
  readonly before: Aggregate<StoredFunds>;
  readonly stored: StoredFunds;
  readonly now: FundsByWallet;
}

/** Folds a tenant's entries, from where they were folded to last: what is stored ends a whole day before, since the newest entries may be on their way into the index. */
export async function foldFunds(context: WalkContext, tenant: WalkedTenant, now: Instant): Promise<FoldedFunds> {
  const found = await findRecord(context, fundsRecordType, fundsId(tenant.id));
  const before = found ?? newAggregate(fundsRecordType, noFunds(tenant));
  const settled = addDays(dayStart(dayOf(now)), -1);
  const through = settled > before.state.through ? settled : before.state.through;
  const wallets = await foldOn(context, tenant, before.state.wallets, { from: before.state.through, to: through });
  const stored = { ...before.state, through, wallets };
  const after = await foldOn(context, tenant, wallets, { from: through, to: addSeconds(now, 1) });
  return { before, stored, now: after };
}

function noFunds({ id: tenantId, createdAt }: WalkedTenant): StoredFunds {
  return { id: fundsId(tenantId), tenantId, through: dayStart(dayOf(createdAt)), wallets: {}, sweeps: {} };
}

async function foldOn(
  context: WalkContext,
  tenant: WalkedTenant,
  before: FundsByWallet,
  stretch: { readonly from: Instant; readonly to: Instant },
): Promise<FundsByWallet> {
  if (stretch.from >= stretch.to) return before;
  let funds = before;
  for await (const entries of entriesWithin(context, tenant, stretch)) funds = addFunds(funds, entries);
  return funds;
}

import { addDays, addSeconds, dayOf, dayStart, type Instant } from "../../domain/core/time.ts";
import { unitsOf, unitsText } from "../../domain/core/units.ts";
import { signedUnitsOf, walletOf } from "../../domain/core/wallet-ledger.ts";
import { addFunds, type FundsByWallet } from "../../domain/reconciliation/operator-funds.ts";
import { type Aggregate, newAggregate, pointerPartition, transitionWrites } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Write } from "../core/ports.ts";
import { findRecord, getRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { customerPointer, tenantRecordType } from "../tenants/records.ts";
import type { WalkedTenant } from "../tenants/walk-store.ts";
import { type WalkContext, walletEntriesWithin } from "./close-walk.ts";
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
  return { id: fundsId(tenantId), tenantId, through: dayStart(dayOf(createdAt)), wallets: {}, sweeps: {}, draws: [] };
}

async function foldOn(
  context: WalkContext,
  tenant: WalkedTenant,
  before: FundsByWallet,
  stretch: { readonly from: Instant; readonly to: Instant },
): Promise<FundsByWallet> {
  let funds = before;
  for await (const entries of walletEntriesWithin(context, tenant, stretch)) funds = addFunds(funds, entries);
  return funds;
}

/** What of a wallet is the operator's, and how it is drawn. */
export interface OwnBalance {
  /** Millionths that may be drawn. What was drawn within the last minutes is taken off, though its entry may be counted too: too little for a while, never too much. */
  readonly units: bigint;
  /** What was drawn within the last minutes. */
  readonly drawn: bigint;
  /** What is written with the record that draws, so that one draws at a time: it fails where another has drawn since. */
  drawing(key: string, units: bigint): Write[];
}

/** Entries are listed well within this. */
const listedSeconds = 600;

/** Tenants that one wallet is shared by at most; where there are more, nothing of it counts as ours. */
const mostSharing = 40;

/** What is the operator's of a wallet at a tenant's rail, now: of all tenants' together that share it, since what is missing of one's is another's. */
export async function ownBalance(context: Context, tenantId: string, wallet: string): Promise<OwnBalance> {
  const at = context.clock.now();
  const others = (await sharing(context, wallet)).filter((id) => id !== tenantId);
  const foldOf = async (id: string) => {
    const tenant = await getRecord(context, tenantRecordType, id, "tenant");
    return foldFunds({ ...context, isLate: () => false }, tenant.state, at);
  };
  const own = await foldOf(tenantId);
  const beside = await inOrder(others, atOnce, foldOf);
  const folded = [own, ...beside];
  const recent = ({ before }: FoldedFunds) =>
    before.state.draws.filter((each) => addSeconds(each.at, listedSeconds) > at);
  const drawn = folded
    .flatMap(recent)
    .reduce((sum, each) => (each.wallet === wallet ? sum + unitsOf(each.units) : sum), 0n);
  const ours = folded.reduce((sum, { now }) => sum + signedUnitsOf(now[wallet]?.operator ?? "0.000000"), 0n);
  return {
    units: others.length < mostSharing ? ours - drawn : 0n,
    drawn,
    drawing: (key, units) => {
      const draws = [...recent(own), { key, wallet, units: unitsText(units), at }];
      const next = { ...own.stored, draws };
      const drawing = { next, from: null, to: "drawn", reason: "", quiet: true } as const;
      return [...transitionWrites(own.before, [drawing], context).writes, ...beside.map(unchanged)];
    },
  };
}

const atOnce = 8;

/** Those that are, or have been, the customer whose wallet it is. */
async function sharing({ store }: Context, wallet: string): Promise<string[]> {
  const pk = pointerPartition(customerPointer(walletOf(wallet).customer));
  return (await store.page({ pk, limit: mostSharing + 1 })).map(({ sk }) => sk);
}

/** That nobody has drawn on another tenant's part meanwhile. */
function unchanged({ before }: FoldedFunds): Write {
  return { check: rowKey(before.state.id), expect: before.v === 0 ? "absent" : before.v };
}

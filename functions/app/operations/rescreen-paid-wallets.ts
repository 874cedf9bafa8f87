import { addressKeys } from "../../domain/addresses/address-keys.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { listedAddressOf, recordEscrowListing } from "../../domain/escrow/sanctions-hit.ts";
import { isKnownListing, type Listing } from "../../domain/gate/blocked-property.ts";
import { gate } from "../../domain/gate/payout-gate.ts";
import { isTouchedByListing, recordListing, retainedCents } from "../../domain/settlement/sanctions-hit.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Aggregate, loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Row, Store } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { changeEscrow } from "../escrow/escrows.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { type Gate, screenAddress } from "../gate/screen-wallet.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { changeSettlement } from "../settlement/settlements.ts";
import { flagsKey, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { pagesOf } from "../tenants/walk-store.ts";

export type PaidAddressContext = Context & Gate;

interface Come {
  readonly list: string;
  readonly address: string;
}

/** Records of an address that are looked at together; all of them are, since an old one may still hold money. */
const together = 1000;

/** Looks up what was paid to an address that has come onto a list, however it was written there, and screens it once for each tenant and thousand settlements. A block opens a case on the newest settlement whose money is here, else on the newest one, and on every escrow. Throws where the screen gives no answer. */
export async function holdAgainst(context: PaidAddressContext, come: Come, version: number): Promise<void> {
  const keys = addressKeys(come.address);
  for (const key of keys) {
    const partition = pointerPartition(key);
    const [any] = await context.store.page({ pk: partition, limit: 1 });
    if (!any) continue;
    for await (const rows of recordsAt(context.store, partition, "stl_"))
      await holdSettlements(context, come, version, rows);
    for await (const rows of recordsAt(context.store, partition, "esc_"))
      await holdEscrows(context, come, version, rows);
  }
}

/** The records of a partition a thousand at a time, the oldest thousand first, so that what comes meanwhile moves none to another thousand; of each the newest first. */
async function* recordsAt(store: Store, pk: string, prefix: string): AsyncGenerator<Row[], void, undefined> {
  for await (const found of pagesOf(store, { pk, prefix }, together)) {
    const read = await rowsAt(
      { store },
      found.map(({ sk }) => rowKey(sk)),
    );
    yield read.flatMap((row) => row ?? []).reverse();
  }
}

async function holdSettlements(context: PaidAddressContext, come: Come, version: number, rows: Row[]): Promise<void> {
  const now = context.clock.now();
  const touched = rows
    .flatMap((row) => loadAggregate(settlementRecordType, row) ?? [])
    .filter(({ state }) => isTouchedByListing(state, now));
  const byTenant = Map.groupBy(touched, ({ state }) => state.tenantId);
  for (const own of byTenant.values()) {
    const chosen = own.find(({ state }) => retainedCents(state) > 0) ?? own[0];
    // Known of this version on any of them, the tenant has its case.
    if (!chosen || own.some(({ state }) => state.listing?.version === version)) continue;
    await holdSettlement(context, come, version, chosen, own);
  }
}

async function holdSettlement(
  context: PaidAddressContext,
  come: Come,
  version: number,
  chosen: Aggregate<Settlement>,
  own: readonly Aggregate<Settlement>[],
): Promise<void> {
  const { state } = chosen;
  if (isKnownListing(state, version)) return;
  const ref = await blockedBy(context, version, { ...state, address: state.destWallet, chain: state.destChain });
  if (ref === undefined) return;
  const others = own.filter((each) => each !== chosen);
  const othersHeldCents = others.reduce((sum, each) => sum + retainedCents(each.state), 0);
  const found: Omit<Listing, "at"> = { ...come, version, ref, others: others.length, othersHeldCents };
  await changeSettlement(context, chosen, (current) => recordListing(current, found, context.clock.now()));
}

async function holdEscrows(context: PaidAddressContext, come: Come, version: number, rows: Row[]): Promise<void> {
  const keys = new Set(addressKeys(come.address));
  const isListed = (address: string) => addressKeys(address).some((key) => keys.has(key));
  for (const found of rows.flatMap((row) => loadAggregate(escrowRecordType, row) ?? []))
    await holdEscrow(context, come, version, found, isListed);
}

async function holdEscrow(
  context: PaidAddressContext,
  come: Come,
  version: number,
  found: Aggregate<Escrow>,
  isListed: (address: string) => boolean,
): Promise<void> {
  const { state } = found;
  const address = listedAddressOf(state, isListed, context.clock.now());
  if (address === undefined || isKnownListing(state, version)) return;
  const ref = await blockedBy(context, version, { ...state, address, chain: state.payoutChain });
  if (ref === undefined) return;
  const listing = { ...come, address, version, ref, others: 0, othersHeldCents: 0 };
  await changeEscrow(context, found, (current) => recordEscrowListing(current, listing, context.clock.now()));
}

/** The screen that blocks an address now; undefined where it does not. Keyed by record and version, so that a run which is repeated buys none twice. */
async function blockedBy(
  context: PaidAddressContext,
  version: number,
  input: { readonly id: string; readonly tenantId: string; readonly address: string; readonly chain: string },
): Promise<string | null | undefined> {
  const { id, tenantId, address, chain } = input;
  const rows = await context.store.read([flagsKey(null), flagsKey(tenantId)]);
  const { flags } = tenantSettingsOf([undefined, ...rows]);
  const key = `${id}:listed:${version}`;
  const verdict = await screenAddress(context, flags, { key, stage: "disbursement", address, chain });
  const outcome = gate(verdict);
  if (outcome === "unavailable") throw new Error(`no screen of ${id} after its wallet was listed`);
  return outcome === "declined" ? verdict.ref : undefined;
}

import { addressKeys } from "../../domain/addresses/address-keys.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { addressListed, recordEscrowListing } from "../../domain/escrow/sanctions-hit.ts";
import { isKnownListing, type Listing } from "../../domain/gate/blocked-property.ts";
import { gate } from "../../domain/gate/payout-gate.ts";
import { isTouchedByListing, keptCents, recordListing } from "../../domain/settlement/sanctions-hit.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Loaded, loaded, pointerPartition } from "../core/aggregate.ts";
import { rowsAt } from "../core/batch-get.ts";
import type { Desk } from "../core/context.ts";
import type { Book, Place, Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { changeEscrow } from "../escrow/escrows.ts";
import { escrowKind } from "../escrow/record.ts";
import { type Gate, screenAddress } from "../gate/screen-wallet.ts";
import { settlementKind } from "../settlement/record.ts";
import { changeSettlement } from "../settlement/settlements.ts";
import { flagsKey, standing } from "../tenants/tenant-settings.ts";

export type ListedDesk = Desk & Gate;

/** An address that has come onto a list. */
interface Come {
  readonly list: string;
  readonly address: string;
}

/** Records of an address that are looked at together; all of them are, since an old one may still hold money. */
const together = 1000;

/** Looks up what was paid to an address that has come onto a list, however it was written there, and screens it once for each tenant and thousand settlements. A block opens a case on the newest settlement whose money is here, else on the newest one, and on every escrow. Throws where the screen gives no answer. */
export async function holdAgainst(desk: ListedDesk, come: Come, version: number): Promise<void> {
  const keys = addressKeys(come.address);
  for (const key of keys) {
    const partition = pointerPartition(key);
    const [any] = await desk.book.page({ pk: partition, limit: 1 });
    if (!any) continue;
    for await (const rows of recordsAt(desk.book, partition, "stl_"))
      await holdSettlements(desk, come, version, rows);
    for await (const rows of recordsAt(desk.book, partition, "esc_"))
      await holdEscrows(desk, come, version, rows);
  }
}

/** The records of a partition a thousand at a time, the oldest thousand first, so that what comes meanwhile moves none to another thousand; of each the newest first. */
async function* recordsAt(book: Book, pk: string, prefix: string): AsyncGenerator<Row[], void, undefined> {
  let after: Place | undefined;
  do {
    const found = await book.page({ pk, prefix, after, limit: together });
    const read = await rowsAt(
      { book },
      found.map(({ sk }) => rowKey(sk)),
    );
    yield read.flatMap((row) => row ?? []).reverse();
    const last = found.length === together ? found.at(-1) : undefined;
    after = last && { pk, sk: last.sk, sort: last.sk };
  } while (after);
}

async function holdSettlements(desk: ListedDesk, come: Come, version: number, rows: Row[]): Promise<void> {
  const now = desk.clock.now();
  const touched = rows
    .flatMap((row) => loaded(settlementKind, row) ?? [])
    .filter(({ state }) => isTouchedByListing(state, now));
  const byTenant = Map.groupBy(touched, ({ state }) => state.tenantId);
  for (const own of byTenant.values()) {
    const chosen = own.find(({ state }) => keptCents(state) > 0) ?? own[0];
    // Known of this version on any of them, the tenant has its case.
    if (!chosen || own.some(({ state }) => state.listing?.version === version)) continue;
    await holdSettlement(desk, come, version, chosen, own);
  }
}

async function holdSettlement(
  desk: ListedDesk,
  come: Come,
  version: number,
  chosen: Loaded<Settlement>,
  own: readonly Loaded<Settlement>[],
): Promise<void> {
  const { state } = chosen;
  if (isKnownListing(state, version)) return;
  const ref = await blockedBy(desk, version, { ...state, address: state.destWallet, chain: state.destChain });
  if (ref === undefined) return;
  const others = own.filter((each) => each !== chosen);
  const othersHeldCents = others.reduce((sum, each) => sum + keptCents(each.state), 0);
  const found: Omit<Listing, "at"> = { ...come, version, ref, others: others.length, othersHeldCents };
  await changeSettlement(desk, chosen, (current) => recordListing(current, found, desk.clock.now()));
}

async function holdEscrows(desk: ListedDesk, come: Come, version: number, rows: Row[]): Promise<void> {
  const keys = new Set(addressKeys(come.address));
  const isListed = (address: string) => addressKeys(address).some((key) => keys.has(key));
  for (const found of rows.flatMap((row) => loaded(escrowKind, row) ?? []))
    await holdEscrow(desk, come, version, found, isListed);
}

async function holdEscrow(
  desk: ListedDesk,
  come: Come,
  version: number,
  found: Loaded<Escrow>,
  isListed: (address: string) => boolean,
): Promise<void> {
  const { state } = found;
  const address = addressListed(state, isListed, desk.clock.now());
  if (address === undefined || isKnownListing(state, version)) return;
  const ref = await blockedBy(desk, version, { ...state, address, chain: state.payoutChain });
  if (ref === undefined) return;
  const listing = { ...come, address, version, ref, others: 0, othersHeldCents: 0 };
  await changeEscrow(desk, found, (current) => recordEscrowListing(current, listing, desk.clock.now()));
}

/** The screen that blocks an address now; undefined where it does not. Keyed by record and version, so that a run which is repeated buys none twice. */
async function blockedBy(
  desk: ListedDesk,
  version: number,
  asked: { readonly id: string; readonly tenantId: string; readonly address: string; readonly chain: string },
): Promise<string | null | undefined> {
  const { id, tenantId, address, chain } = asked;
  const rows = await desk.book.read([flagsKey(null), flagsKey(tenantId)]);
  const { flags } = standing([undefined, ...rows]);
  const key = `${id}:listed:${version}`;
  const verdict = await screenAddress(desk, flags, { key, stage: "disbursement", address, chain });
  const outcome = gate(verdict);
  if (outcome === "unavailable") throw new Error(`no screen of ${id} after its wallet was listed`);
  return outcome === "declined" ? verdict.ref : undefined;
}

import { type FrozenWallet, type WalletOfCoin, withFrozen, withoutFrozen } from "../../domain/tenants/frozen-wallet.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { transitionWrites } from "../core/aggregate.ts";
import { changeRecord } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { tenantRecordType } from "./records.ts";
import { getTenant } from "./tenants.ts";

/** What marks wallets of a tenant as frozen by their coin's issuer, for the transaction that records the refused payout; nothing where none was found, or all have their mark. */
export async function freezeWrites(
  context: Context,
  tenantId: string,
  found: readonly FrozenWallet[],
): Promise<Write[]> {
  if (found.length === 0) return [];
  const tenant = await findRecord(context, tenantRecordType, tenantId);
  if (!tenant) return [];
  const { state } = tenant;
  const frozenWallets = withFrozen(state, found);
  if (frozenWallets === state.frozenWallets) return [];
  const next: Tenant = { ...state, frozenWallets: [...frozenWallets], updatedAt: context.clock.now() };
  const reason = `frozen by the issuer: ${found.map(textOf).join(", ")}`;
  return transitionWrites(tenant, [{ next, from: state.status, to: state.status, reason }], context).writes;
}

function textOf({ stable, chain, address }: WalletOfCoin): string {
  return `${stable} on ${chain}: ${address}`;
}

/** Clears the mark of a wallet, so that something new may be paid to it, with its screens as ever; one that has no mark changes nothing. */
export async function clearFrozenWallet(
  context: Context,
  tenantId: string,
  { note, ...wallet }: WalletOfCoin & { readonly note: string | null },
): Promise<Tenant> {
  const { state } = await changeRecord(
    context,
    () => getTenant(context, tenantId),
    (current) => {
      const frozenWallets = withoutFrozen(current, wallet);
      if (frozenWallets === current.frozenWallets) return [];
      const next = { ...current, frozenWallets: [...frozenWallets], updatedAt: context.clock.now() };
      const reason = `no longer counts as frozen: ${textOf(wallet)}${note === null ? "" : ` (${note})`}`;
      return [{ next, from: current.status, to: current.status, reason }];
    },
  );
  return state;
}

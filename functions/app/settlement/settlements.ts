import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Transition } from "../../domain/core/transition.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { settlementFreezes } from "../../domain/settlement/issuer-freezes.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type SettlementChange, showingPayment } from "../../domain/settlement/settlement-change.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { AuditContext, Context, StoreContext } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { freezeWrites } from "../tenants/frozen-wallets.ts";
import { settlementRecordType } from "./record.ts";

/** The settlement with this id; throws where there is none, because only our own records name it. */
export async function loadSettlement(context: StoreContext, id: string): Promise<Aggregate<Settlement>> {
  const found = await findRecord(context, settlementRecordType, id);
  if (!found) throw new Error(`no settlement ${id}`);
  return found;
}

/** Changes a settlement alone, and with it its tenant where the wallet is found to be frozen. `first` saves the read of the first attempt. */
export async function changeSettlement(
  context: Context,
  first: Aggregate<Settlement>,
  decide: (state: Settlement) => readonly Transition<Settlement>[] | Refusal,
): Promise<Aggregate<Settlement>> {
  return change(context, async (attempt) => {
    const found = attempt === 1 ? first : await loadSettlement(context, first.state.id);
    const transitions = decide(found.state);
    if (transitions instanceof Refusal) return transitions;
    const { writes, after } = transitionWrites(found, transitions, context);
    return { writes: [...writes, ...(await settlementFreezeWrites(context, found, after))], result: after };
  });
}

/** What marks a settlement's wallet as frozen where a change has found that. */
export function settlementFreezeWrites(
  context: Context,
  { state: before }: Aggregate<Settlement>,
  { state: after }: Aggregate<Settlement>,
): Promise<Write[]> {
  return freezeWrites(context, after.tenantId, settlementFreezes(before, after));
}

export interface Pair {
  readonly settlement: Aggregate<Settlement>;
  readonly invoice: Aggregate<Invoice>;
}

/** What a joint decision writes, and the pair as it is after that. */
export function settlementChangeWrites(
  pair: Pair,
  settlementChange: SettlementChange,
  context: AuditContext,
): { writes: Write[]; after: Pair } {
  const before = { settlement: pair.settlement.state, invoice: pair.invoice.state };
  const shown = showingPayment(settlementChange, before);
  const settlement = transitionWrites(pair.settlement, shown.settlement, context);
  const invoice = transitionWrites(pair.invoice, shown.invoice, context);
  return {
    writes: [...settlement.writes, ...invoice.writes],
    after: { settlement: settlement.after, invoice: invoice.after },
  };
}

/** Changes a settlement and its invoice together; throws where either is missing, because only our own records name them. */
export function changePair(
  context: Context,
  { id, invoiceId }: Pick<Settlement, "id" | "invoiceId">,
  decide: (settlement: Settlement, invoice: Invoice, now: Instant) => SettlementChange,
): Promise<void> {
  return change(context, async () => {
    const pair = await loadPair(context, id, invoiceId);
    if (!pair) throw new Error(`no settlement ${id} with its invoice`);
    const settlementChange = decide(pair.settlement.state, pair.invoice.state, context.clock.now());
    return { writes: await changeWrites(context, pair, settlementChange), result: undefined };
  });
}

/** What a joint decision writes, and with it the mark of a wallet that it has found to be frozen. */
export async function changeWrites(context: Context, pair: Pair, settlementChange: SettlementChange): Promise<Write[]> {
  const { writes, after } = settlementChangeWrites(pair, settlementChange, context);
  return [...writes, ...(await settlementFreezeWrites(context, pair.settlement, after.settlement))];
}

/** Reads a settlement and its invoice in one call; undefined where either is missing. */
export async function loadPair(
  context: StoreContext,
  settlementId: string,
  invoiceId: string,
): Promise<Pair | undefined> {
  const [one, other] = await context.store.read([rowKey(settlementId), rowKey(invoiceId)]);
  const settlement = loadAggregate(settlementRecordType, one);
  const invoice = loadAggregate(invoiceRecordType, other);
  return settlement && invoice ? { settlement, invoice } : undefined;
}

import { firstIdAt, siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { payerPointer, settlementRecordType } from "../settlement/record.ts";

/** The newest payments of the payer that are looked through for those of one invoice. */
const mostPayments = 100;

/** What was paid on an invoice, the newest first: of the payer's last hundred payments, whatever they were for. */
export async function paymentsOf(context: StoreContext, invoice: Invoice): Promise<Settlement[]> {
  const pointers = await context.store.page({
    pk: pointerPartition(payerPointer(invoice.tenantId, invoice.customerId)),
    from: firstIdAt("stl", invoice.createdAt),
    limit: mostPayments,
    newestFirst: true,
  });
  const rows = await context.store.read(pointers.map(({ sk }) => rowKey(sk)));
  return rows.flatMap((row) => {
    const state = loadAggregate(settlementRecordType, row)?.state;
    return state?.invoiceId === invoice.id ? [state] : [];
  });
}

/** A payment of an invoice; another invoice's and an unknown one are the same refusal. */
export async function paymentOf(context: StoreContext, invoice: Invoice, paymentId: string): Promise<Settlement> {
  const [row] = await context.store.read([rowKey(siblingId(paymentId, "stl"))]);
  const found = row?.type === settlementRecordType.type ? loadAggregate(settlementRecordType, row)?.state : undefined;
  if (found?.invoiceId !== invoice.id) throw new Refusal("not_found", "no such payment");
  return found;
}

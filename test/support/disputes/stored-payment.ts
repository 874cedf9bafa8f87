import { ulid } from "ulid";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { Payment } from "../../../functions/domain/settlement/payment.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { settlementIn } from "../core/samples.ts";
import type { TestApi } from "../core/test-api.ts";

/** What a test says of a payment: when it was begun, which its id tells, and whatever else of it, of its settlement and its invoice. */
export interface StoredPayment {
  readonly at: string;
  readonly payment?: Partial<Payment>;
  readonly settlement?: Partial<Settlement>;
  readonly invoice?: Partial<Invoice>;
}

let made = 0;

/** A delivered payment of 100.00 and its invoice as they lie in the store; without an invoice's id an invoice of its own. */
export async function storePayment(
  { context, store }: TestApi,
  { at, payment, settlement, invoice }: StoredPayment,
): Promise<Settlement> {
  made += 1;
  const sample = settlementIn("completed");
  const id = `stl_${ulid(Date.parse(at))}`;
  const bill: Invoice = { ...sample.invoice, id: siblingId(id, "inv"), number: `B-${made}`, createdAt: at, ...invoice };
  const state = {
    ...sample.settlement,
    ...{ id, invoiceId: bill.id, invoiceNumber: bill.number, txHash: `0x${id}`, createdAt: at, reserve: null },
    ...settlement,
    payment: {
      ...sample.settlement.payment,
      ...{ id: siblingId(id, "pay"), railRef: `rail_${made}`, receivedAt: at, ...payment },
    },
  } as Settlement;
  const born = { next: state, from: null, to: state.status, reason: "made" };
  await store.write(transitionWrites(newAggregate(settlementRecordType, state), [born], context).writes, id);
  const drawn = { next: bill, from: null, to: bill.status, reason: "made" };
  await store.write(transitionWrites(newAggregate(invoiceRecordType, bill), [drawn], context).writes, bill.id);
  return state;
}

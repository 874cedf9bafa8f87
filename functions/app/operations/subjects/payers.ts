import { firstIdAt } from "../../../domain/core/id.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import { payerErasureTerms, payerSubjectTypes } from "../../../domain/operations/payer-terms.ts";
import type { Settlement } from "../../../domain/settlement/settlement.ts";
import { loadAggregate, pointerPartition } from "../../core/aggregate.ts";
import type { StoreContext } from "../../core/context.ts";
import { getRecord, rowsAt } from "../../core/read-records.ts";
import { rowKey } from "../../core/row-keys.ts";
import { customerRecordType, customersAt } from "../../invoicing/customer-record.ts";
import { invoiceRecordType } from "../../invoicing/record.ts";
import { payerPointer, settlementRecordType } from "../../settlement/record.ts";
import { erasePayerTexts } from "../payer-keys.ts";
import { isAddress } from "./all-of.ts";
import type { Fields, LoadedSubject, SubjectAccess, SubjectQuery } from "./subject-access.ts";

/** Customers of one address, and payments of one customer, that are looked through: the newest. */
const most = 100;

/** Whoever paid on an invoice's page, payment by payment. */
export const payers: SubjectAccess = {
  load: async (context, id) => {
    const { state } = await getRecord(context, settlementRecordType, id, "payment");
    if (!hasPayer(state)) throw new Refusal("not_found", "its payer typed nothing on a page of ours");
    return payer(state);
  },
  find: async (context, by) => (await paidBy(context, by)).filter(hasPayer).map(payer),
};

/** Whether its payer told us anything: of a payment that a tenant's call made nothing is known. */
function hasPayer({ payment: { bankAccount, hosted } }: Settlement): boolean {
  return bankAccount !== undefined || hosted !== undefined;
}

async function paidBy(context: StoreContext, by: SubjectQuery): Promise<Settlement[]> {
  if ("tenantId" in by) return [];
  if ("invoiceId" in by) {
    const { id, createdAt, ...invoice } = (await getRecord(context, invoiceRecordType, by.invoiceId, "invoice")).state;
    const found = await paymentsOf(context, invoice, firstIdAt("stl", createdAt));
    return found.filter(({ invoiceId }) => invoiceId === id);
  }
  const pk = pointerPartition(customersAt(by.email));
  const pointers = await context.store.page({ pk, limit: most, newestFirst: true });
  const rows = await rowsAt(
    context,
    pointers.map(({ sk }) => rowKey(sk)),
  );
  const customers = rows.flatMap((row) => loadAggregate(customerRecordType, row)?.state ?? []);
  const found: Settlement[] = [];
  for (const { id: customerId, tenantId, email } of customers)
    if (email !== null && isAddress(email, by.email))
      found.push(...(await paymentsOf(context, { tenantId, customerId })));
  return found;
}

async function paymentsOf(
  context: StoreContext,
  { tenantId, customerId }: Pick<Settlement, "tenantId" | "customerId">,
  from?: string,
): Promise<Settlement[]> {
  const pk = pointerPartition(payerPointer(tenantId, customerId));
  const pointers = await context.store.page({
    pk,
    limit: most,
    newestFirst: true,
    ...(from !== undefined && { from }),
  });
  const rows = await rowsAt(
    context,
    pointers.map(({ sk }) => rowKey(sk)),
  );
  return rows.flatMap((row) => loadAggregate(settlementRecordType, row)?.state ?? []);
}

function payer(state: Settlement): LoadedSubject {
  const { id, tenantId, createdAt } = state;
  return {
    ...{ id, tenantId, createdAt, record: recordOf(state), files: [] },
    lettersAbout: [state.payment.id],
    keys: payerSubjectTypes.map((kind) => `${kind}:${id}` as const),
    terms: async () => payerErasureTerms(state),
    erase: async (context) => {
      for (const kind of payerSubjectTypes) await erasePayerTexts(context, kind, id);
    },
  };
}

/** What of a payment is its payer's: its terms with the tenant, whom it is paid out to, are not. The numbers of the account stay sealed. */
function recordOf({ id, tenantId, invoiceId, customerId, createdAt, payment }: Settlement): Fields {
  const { bankAccount, hosted, amountCents, source, holderType, status, receivedAt, returnedAt, returnCode } = payment;
  const { sealed: _, ...account } = bankAccount ?? {};
  return {
    ...{ id, paymentId: payment.id, tenantId, invoiceId, customerId, createdAt },
    ...{ amountCents, source, holderType, status, receivedAt, returnedAt, returnCode },
    bankAccount: bankAccount ? account : null,
    hosted: hosted ?? null,
  };
}

import type { HostedPay } from "../../domain/checkout/pay.ts";
import type { BankAccount, StoredAccount } from "../../domain/core/bank-account.ts";
import { firstIdAt, siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { HostedFacts } from "../../domain/settlement/payment.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { IdempotentRequest } from "../core/idempotency-claim.ts";
import type { StoredResponse } from "../core/idempotent-operation.ts";
import type { Sealer } from "../core/ports-personal.ts";
import { findRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import type { AccountOpener } from "../settlement/collect-order.ts";
import type { PayVendors } from "../settlement/pay-guards.ts";
import { payInvoice } from "../settlement/pay-invoice.ts";
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
  // The invoice knows its payments whoever it was made out to then; one of an older release does not.
  const own = invoice.payments.map(({ id }) => siblingId(id, "stl"));
  const ids = [...new Set([...own.reverse(), ...pointers.map(({ sk }) => sk)])].slice(0, mostPayments).sort().reverse();
  const rows = await context.store.read(ids.map(rowKey));
  return rows.flatMap((row) => {
    const state = loadAggregate(settlementRecordType, row)?.state;
    return state?.invoiceId === invoice.id ? [state] : [];
  });
}

/** A payment of an invoice; another invoice's and an unknown one are the same refusal. */
export async function paymentOf(context: StoreContext, invoice: Invoice, paymentId: string): Promise<Settlement> {
  const found = (await findRecord(context, settlementRecordType, siblingId(paymentId, "stl")))?.state;
  if (found?.invoiceId !== invoice.id) throw new Refusal("not_found", "no such payment");
  return found;
}

/** The operation under which payers pay by form: their claims are apart from those of the tenant's calls. */
export const payHostedInvoice = "payHostedInvoice";

/** What paying by form asks outside; `sealer` seals what the payer types, and nothing here opens it. */
export type HostedPayVendors = Omit<PayVendors, "accounts"> & { readonly sealer: Sealer };

/** A form as it came: its key, what makes it the same as another, in the last release's words too, and what is kept of its sender. */
interface PayForm extends Pick<IdempotentRequest, "fingerprint" | "rawFingerprint"> {
  readonly nonce: string;
  readonly hosted: HostedFacts;
}

/** Whoever pays by form has no program that would repeat a call that others were faster than. */
const rounds = 3;

/** Pays an invoice as its payer asks by form: once for each nonce, however often it comes. The rail is told the account as it stands in the form, which under one nonce is always the same. */
export async function payByForm(
  context: Context,
  { sealer, ...vendors }: HostedPayVendors,
  invoice: Invoice,
  { amountCents, source, account }: HostedPay,
  form: PayForm,
): Promise<StoredResponse> {
  const { id: invoiceId, tenantId } = invoice;
  const payVendors = account ? { ...vendors, accounts: inHand(account) } : vendors;
  const payers = { ...context, actor: `payer:${invoiceId}`, action: payHostedInvoice };
  const request = {
    ...{ tenantId, operation: payHostedInvoice, idempotencyKey: form.nonce },
    ...{ fingerprint: form.fingerprint, rawFingerprint: form.rawFingerprint },
    ...{ invoiceId, amountCents, source },
  };
  for (let round = 1; ; round++)
    try {
      const settlementId = context.newId("stl", context.clock.now());
      const typed = sealedFor(sealer, settlementId, { account, hosted: form.hosted });
      return await payInvoice(payers, payVendors, { ...request, settlementId, ...typed });
    } catch (error) {
      const isLost = error instanceof Refusal && error.code === "version_conflict";
      if (!isLost || round === rounds) throw error;
    }
}

/** What a form says of an account stands for what is sealed of it: a claim under the form's nonce has the form's fingerprint. */
function inHand(account: BankAccount): AccountOpener {
  return { open: async () => account };
}

/** What a payer typed, as it is stored: the account's numbers under a key that goes when they can be of no use any more, and who agreed to the debit from where under one that goes two years later. */
function sealedFor(
  sealer: Sealer,
  settlementId: string,
  { account, hosted }: { readonly account: BankAccount | null; readonly hosted: HostedFacts },
): { readonly bankAccount?: StoredAccount; readonly hosted: HostedFacts } {
  const payer = sealer.sealerOf(`payer:${settlementId}`);
  const from = {
    ...hosted,
    ip: hosted.ip === "unknown" ? hosted.ip : payer(hosted.ip),
    userAgent: payer(hosted.userAgent),
  };
  if (account === null) return { hosted: from };
  const { routingNumber, accountNumber, ...known } = account;
  const sealed = sealer.sealerOf(`account:${settlementId}`)(JSON.stringify({ routingNumber, accountNumber }));
  const accountLast4 = accountNumber.slice(-4);
  return { hosted: from, bankAccount: { ...known, holder: payer(known.holder), accountLast4, sealed } };
}

import type { HostedPay } from "../../domain/checkout/pay.ts";
import type { BankAccount, KeptAccount } from "../../domain/core/bank-account.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { HostedFacts } from "../../domain/settlement/hosted-facts.ts";
import type { StoredResponse } from "../core/idempotent-operation.ts";
import type { SecretBox } from "../core/ports.ts";
import type { PayContext } from "../settlement/pay-context.ts";
import { payInvoice } from "../settlement/pay-invoice.ts";

/** The operation under which payers pay by form: their claims are apart from those of the tenant's calls. */
export const payHostedInvoice = "payHostedInvoice";

/** What paying by form works with; `accounts` seals what the payer types. */
export type HostedPayContext = Omit<PayContext, "accounts"> & { readonly accounts: SecretBox };

/** Whoever pays by form has no program that would repeat a call that others were faster than. */
const rounds = 3;

/** Pays an invoice as its payer asks by form: once for each nonce, however often it comes. */
export async function payByForm(
  context: HostedPayContext,
  invoice: Invoice,
  { amountCents, source, account }: HostedPay,
  form: { readonly nonce: string; readonly fingerprint: string; readonly hosted: HostedFacts },
): Promise<StoredResponse> {
  const { id: invoiceId, tenantId } = invoice;
  const bankAccount = account ? { bankAccount: await keptOf(context.accounts, account) } : {};
  const payers = { ...context, actor: `payer:${invoiceId}`, action: payHostedInvoice };
  const request = {
    ...{ tenantId, operation: payHostedInvoice, idempotencyKey: form.nonce, fingerprint: form.fingerprint },
    ...{ invoiceId, amountCents, source, ...bankAccount, hosted: form.hosted },
  };
  for (let round = 1; ; round++)
    try {
      return await payInvoice(payers, request);
    } catch (error) {
      const isLost = error instanceof Refusal && error.code === "version_conflict";
      if (!isLost || round === rounds) throw error;
    }
}

async function keptOf(box: SecretBox, account: BankAccount): Promise<KeptAccount> {
  const { routingNumber, accountNumber, ...known } = account;
  const sealed = await box.seal(JSON.stringify({ routingNumber, accountNumber }));
  return { ...known, accountLast4: accountNumber.slice(-4), sealed };
}

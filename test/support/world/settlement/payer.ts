import { payHostedInvoice } from "../../../../functions/app/checkout/hosted-invoice.ts";
import { loadAggregate } from "../../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../../functions/app/core/context.ts";
import type { StoredResponse } from "../../../../functions/app/core/idempotent-operation.ts";
import type { LinkKeys } from "../../../../functions/app/core/link-token.ts";
import type { Clock, Key, Row, SecretBox } from "../../../../functions/app/core/ports.ts";
import type { Sealer } from "../../../../functions/app/core/ports-personal.ts";
import { rowKey } from "../../../../functions/app/core/row-keys.ts";
import { invoiceRecordType } from "../../../../functions/app/invoicing/record.ts";
import { storedAccountOpener } from "../../../../functions/app/settlement/collect-order.ts";
import type { PayVendors } from "../../../../functions/app/settlement/pay-guards.ts";
import type { PayRequest } from "../../../../functions/app/settlement/pay-invoice.ts";
import type { BankAccount } from "../../../../functions/domain/core/bank-account.ts";
import type { App } from "./app.ts";

/** Seals nothing: secrets are not what these worlds are about. */
export const plainBox: SecretBox = { seal: (text) => Promise.resolve(text), open: (text) => Promise.resolve(text) };

/** The same of what payers type. */
const plainSealer: Sealer = { sealerOf: () => (text) => text };
export const plainAccounts = storedAccountOpener({ open: async (value) => value }, plainBox);

/** What the links of these worlds are made by. */
export const linkKeys: LinkKeys = async () => ["l".repeat(64)];

const account: BankAccount = {
  ...{ holder: "Anna Example", holderType: "individual", accountType: "checking" },
  ...{ routingNumber: "021000021", accountNumber: "987654321098" },
};

/** As much of a world as paying takes. */
interface Payable {
  readonly app: Pick<App, "payInvoice" | "payByForm">;
  readonly store: { readNow(keys: readonly Key[]): readonly (Row | undefined)[] };
  readonly clock: Clock;
  payContext(actor: string): Context & PayVendors;
}

/** Pays as a tenant does, or as a payer by the form of the invoice's page where the ask's operation says so; its key is the form's nonce. */
export async function askToPay(world: Payable, ask: PayRequest): Promise<StoredResponse> {
  const { tenantId, operation, invoiceId, idempotencyKey: nonce, fingerprint, source } = ask;
  if (operation !== payHostedInvoice) {
    const context = world.payContext(`tenant:${tenantId}`);
    return world.app.payInvoice(context, context, ask);
  }
  const invoice = loadAggregate(invoiceRecordType, world.store.readNow([rowKey(invoiceId)])[0])?.state;
  if (!invoice) throw new Error(`no invoice ${invoiceId}`);
  const { amountCents = invoice.totalCents } = ask;
  const isPull = source === "ach";
  const authorization = isPull ? "I authorize one debit" : null;
  const hosted = { at: world.clock.now(), ip: "192.0.2.1", userAgent: "Firefox", locale: "en" as const };
  const context = world.payContext("public");
  return world.app.payByForm(
    context,
    { ...context, sealer: plainSealer },
    invoice,
    { amountCents, source, account: isPull ? account : null },
    { nonce, fingerprint, hosted: { ...hosted, authorization } },
  );
}

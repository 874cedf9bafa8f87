import { accountNumbers, type BankAccount, type StoredAccount } from "../../domain/core/bank-account.ts";
import { erasedText, sealedParts } from "../../domain/core/sealed-text.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import { entryClassOf, type IatDecision } from "../../domain/settlement/entry-terms.ts";
import { recordPresentation } from "../../domain/settlement/re-presentment.ts";
import type { DebitTerms } from "../../domain/settlement/return-window.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Context } from "../core/context.ts";
import type { SecretOpener } from "../core/ports.ts";
import type { SubjectBox } from "../core/ports-personal.ts";
import { within } from "../core/timeout.ts";
import type { Rail, VendorNo } from "../rails/ports.ts";
import { changePair } from "./settlements.ts";
import { ownRail, type Rails, railSeconds } from "./vendors-of-record.ts";

/** Opens what is kept of a payer's bank account; null once it was erased. */
export interface AccountOpener {
  open(account: StoredAccount, invoiceId: string): Promise<BankAccount | null>;
}

/** Opens the payers' bank accounts, where a rail is asked to pull from one. */
export interface Accounts {
  readonly accounts?: AccountOpener | undefined;
}

/** Opens accounts under their own data keys, and those that the last release sealed, each for its invoice, by `former`. */
export function storedAccountOpener(personal: Pick<SubjectBox, "open">, former: SecretOpener): AccountOpener {
  return {
    async open({ accountLast4: _, ...stored }, invoiceId) {
      const { sealed, ...known } = await personal.open(stored);
      if (sealed === erasedText) return null;
      const numbers = sealedParts(stored.sealed) ? sealed : await former.open(sealed, invoiceId);
      return { ...known, ...accountNumbers.parse(JSON.parse(numbers)) };
    },
  };
}

const accountErased: VendorNo = {
  refused: { code: "account_erased", reason: "the account's numbers were erased: its return window was over" },
};

type Order = Parameters<Rail["collect"]>[0];

/** Asks a settlement's own rail to collect; the same words for the same key. What the payer typed of an account is there for this call alone. */
export async function askToCollect(context: Rails & Accounts, state: Settlement): Promise<Collection | VendorNo> {
  const { bankAccount: stored } = state.payment;
  const order = collectOrder(state);
  const rail = ownRail(context, state);
  if (!stored) return rail.collect(order);
  if (!context.accounts) throw new Error("nothing here opens bank accounts");
  const bankAccount = await context.accounts.open(stored, state.invoiceId);
  return bankAccount === null ? accountErased : rail.collect({ ...order, bankAccount });
}

function collectOrder(state: Settlement): Order {
  return {
    key: state.intent?.key ?? state.id,
    orderedAt: state.intent?.at ?? state.createdAt,
    reference: `${state.id}.${state.invoiceId}`,
    amountCents: state.fiatInCents,
    feeCents: state.feeCents,
    currency: state.currency,
    source: state.payment.source,
    partnerCustomerId: state.partnerCustomerId,
    stable: state.usdtStable,
    chain: state.destChain,
    wallet: state.destWallet,
    ...entryOf(state.payment, state.iat),
  };
}

/** A debit's terms as they were decided; nothing for a transfer, nor for a row of before they were kept. */
export function entryOf(
  debit: DebitTerms & { readonly entryDescription: string | null },
  iat: IatDecision | null | undefined,
): Pick<Order, "entry"> {
  const { entryDescription: description } = debit;
  const secCode = entryClassOf(debit, iat ?? undefined);
  return description === null || secCode === null ? {} : { entry: { secCode, description } };
}

/** Presents a returned debit to the payer's bank again, under the key that its return was recorded with. */
export async function presentCollection(context: Context & Rails & Accounts, state: Settlement): Promise<void> {
  const report = await within(railSeconds, askToCollect(context, state));
  await changePair(context, state, (settlement, invoice, now) => recordPresentation(settlement, invoice, report, now));
}

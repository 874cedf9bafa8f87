import { accountNumbers, type StoredAccount } from "../../domain/core/bank-account.ts";
import type { Collection } from "../../domain/rails/deposit-instructions.ts";
import { entryClassOf, type IatDecision } from "../../domain/settlement/entry-terms.ts";
import { recordPresentation } from "../../domain/settlement/re-presentment.ts";
import type { DebitTerms } from "../../domain/settlement/return-window.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Context } from "../core/context.ts";
import type { SecretOpener } from "../core/ports.ts";
import { within } from "../core/timeout.ts";
import type { Rail, VendorNo } from "../rails/ports.ts";
import { changePair } from "./settlements.ts";
import { ownRail, type Rails, railSeconds } from "./vendors-of-record.ts";

/** Opens the payers' bank accounts, where a rail is asked to pull from one. */
export interface Accounts {
  readonly accounts?: SecretOpener | undefined;
}

type Order = Parameters<Rail["collect"]>[0];

/** Asks a settlement's own rail to collect; the same words for the same key. What the payer typed of an account is there for this call alone. */
export async function askToCollect(context: Rails & Accounts, state: Settlement): Promise<Collection | VendorNo> {
  const { bankAccount } = state.payment;
  const order = collectOrder(state);
  const rail = ownRail(context, state);
  if (!bankAccount) return rail.collect(order);
  return rail.collect({ ...order, bankAccount: await opened(context, bankAccount, state.invoiceId) });
}

async function opened(
  { accounts }: Accounts,
  { sealed, accountLast4: _, ...known }: StoredAccount,
  invoiceId: string,
): Promise<NonNullable<Order["bankAccount"]>> {
  if (!accounts) throw new Error("nothing here opens bank accounts");
  return { ...known, ...accountNumbers.parse(JSON.parse(await accounts.open(sealed, invoiceId))) };
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

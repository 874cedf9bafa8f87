import { firstIdAt } from "../../domain/core/id.ts";
import { addDays, type Instant } from "../../domain/core/time.ts";
import {
  type CompellingEvidence,
  compellingEvidence,
  type PaymentFacts,
} from "../../domain/disputes/compelling-evidence.ts";
import { itemsText, payerIdentifiers } from "../../domain/disputes/generated-evidence.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { reasonMeaning } from "../../domain/disputes/reason-code.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loadAggregate, pointerPartition } from "../core/aggregate.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { payerPointer, settlementRecordType } from "../settlement/record.ts";

/** Prior payments that are looked at, the newest of those that are old enough: two are needed. */
const mostPriors = 50;
const atOnce = 10;

export interface Bought {
  readonly settlement: Settlement;
  readonly invoice: Invoice;
}

/** What Visa's compelling evidence 3.0 comes to for a payment: null where the dispute is of another kind, and nothing is read then. */
export async function priorEvidence(
  store: Store,
  bought: Bought,
  input: { network: DisputeNetwork | null; reasonCode: string | null; disputedAt: Instant },
): Promise<CompellingEvidence | null> {
  const { network, reasonCode, disputedAt } = input;
  if (network !== "visa" || reasonCode === null || reasonMeaning(network, reasonCode).code !== "10.4") return null;
  const before = await payerHistory(store, bought.settlement, disputedAt);
  const prior = await inOrder(before, atOnce, async (each) => factsOf(each, await isDisputed(store, each)));
  return compellingEvidence({ ...input, disputed: factsOf(bought, true), prior });
}

/** The payer's payments of the year before that is asked for, with a day to spare at both ends: ids tell when a payment was begun, not when it came. */
async function payerHistory(store: Store, of: Settlement, disputedAt: Instant): Promise<Bought[]> {
  if (of.customerId === "") return [];
  const rows = await store.page({
    pk: pointerPartition(payerPointer(of.tenantId, of.customerId)),
    from: firstIdAt("stl", addDays(disputedAt, -380)),
    upTo: firstIdAt("stl", addDays(disputedAt, -118)),
    limit: mostPriors,
    newestFirst: true,
  });
  const settlements = (await store.read(rows.map(({ sk }) => rowKey(sk)))).flatMap(
    (row) => loadAggregate(settlementRecordType, row)?.state ?? [],
  );
  // Parts of one invoice share it, and no store reads a key twice in one call.
  const invoiceIds = [...new Set(settlements.map(({ invoiceId }) => invoiceId))];
  const invoiceRows = await store.read(invoiceIds.map(rowKey));
  const invoices = new Map(
    invoiceRows.map((row, at) => [invoiceIds[at], loadAggregate(invoiceRecordType, row)?.state]),
  );
  return settlements.flatMap((settlement) => {
    const invoice = invoices.get(settlement.invoiceId);
    const isCollected = settlement.payment.receivedAt !== null && settlement.payment.returnedAt === null;
    // Pointers know no case of letters.
    const isPayers = settlement.customerId === of.customerId;
    return invoice && isCollected && isPayers ? [{ settlement, invoice }] : [];
  });
}

async function isDisputed(store: Store, { settlement }: Bought): Promise<boolean> {
  const pk = pointerPartition(settlement.payment.id);
  return settlement.disputes.length > 0 || (await store.page({ pk, limit: 1 })).length > 0;
}

function factsOf({ settlement, invoice }: Bought, disputed: boolean): PaymentFacts {
  const { payment, createdAt } = settlement;
  return {
    ...{ paymentId: payment.id, at: payment.receivedAt ?? createdAt, disputed, fraud: false },
    ...{ description: itemsText(invoice), identifiers: payerIdentifiers(invoice) },
  };
}

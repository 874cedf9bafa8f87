import { looksLikeId, siblingId } from "../../domain/core/id.ts";
import { centsText } from "../../domain/core/money.ts";
import { platform } from "../../domain/core/operator.ts";
import { payerName } from "../../domain/invoicing/customer.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { signupRecordType } from "../access/request-access.ts";
import { entry, pointerPartition } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import {
  type Finder,
  type FoundRecord,
  finder,
  findRecords,
  resultLimit,
  searchText,
  spelt,
} from "../core/search-records.ts";
import { alertRecordType } from "../disputes/alert-record.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { creditNoteRecordType } from "../invoicing/credit-notes.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { tenantRecordType } from "../tenants/records.ts";

/** Something that an operator's words name, with a line to recognise it by. */
export type SearchResult = FoundRecord<
  | "settlement"
  | "invoice"
  | "credit_note"
  | "payment"
  | "tenant"
  | "escrow"
  | "alert"
  | "case"
  | "application"
  | "access_request"
>;

/** The rails that a reference can be of: each has its switch. */
const rails = flagKeys.flatMap((key) => /^vendor\.collection\.(.+)$/.exec(key)?.[1] ?? []);

/** What an operator pasted: an id of any kind, an invoice's number, an escrow's reference, an alert's id at its source, a railRef, a txHash, a wallet or a tenant's slug, whole; a payment with its alerts and cases, an invoice with its settlements and escrows. Newest first, at most 50. Refuses blank text and over 256 characters. */
export async function search(context: StoreContext, q: string): Promise<SearchResult[]> {
  const text = searchText(q);
  const ids = looksLikeId(text) ? await idsOf(context.store, spelt(text)) : await idsByValue(context.store, text);
  return findRecords(context, ids, finders, rowOf);
}

/** A payment shares its settlement's row. */
function rowOf(id: string): string {
  return id.startsWith("pay_") ? siblingId(id, "stl") : id;
}

/** The records that an id means: itself and what is about it, or what an event is on. */
async function idsOf(store: Store, id: string): Promise<string[]> {
  if (!id.startsWith("evt_")) {
    const about = await store.page({ pk: pointerPartition(id), limit: resultLimit, newestFirst: true });
    return [id, ...about.map(({ sk }) => sk)];
  }
  const [row] = await store.page({ index: "ref", pk: `event#${id}`, limit: 1 });
  return row ? [entry.parse(row.body).aggregateId] : [];
}

/** Every place where a value may be known, side by side. */
async function idsByValue(store: Store, value: string): Promise<string[]> {
  const pk = pointerPartition(value);
  const newest = { limit: resultLimit, newestFirst: true };
  const [pointers, numbers, slugs, ...referred] = await Promise.all([
    store.page({ pk, ...newest }),
    store.page({ index: "ref", keysOnly: true, pk, ...newest }),
    store.read([rowKey(`slug#${value.toLowerCase()}`)]),
    ...rails.map((rail) => store.page({ index: "ref", keysOnly: true, pk: `${rail}#${value}`, ...newest })),
  ]);
  return [
    ...slugs.flatMap((row) => (row?.body as { tenantId?: string } | undefined)?.tenantId ?? []),
    ...referred.flat().map((row) => row.pk),
    ...numbers.flatMap((row) => row.index?.ref?.[1] ?? []),
    ...pointers.map(({ sk }) => sk),
  ];
}

function amountTitle(name: string, cents: number, currency: string, about: string): string {
  return `${name} · ${centsText(cents)} ${currency} · ${about}`;
}

const finders: readonly Finder<SearchResult["kind"]>[] = [
  finder(
    "settlement",
    settlementRecordType,
    (state) => amountTitle(state.invoiceNumber, state.fiatInCents, state.currency, state.tenantSlug),
    ({ payment: { id, status } }, wanted) => (wanted.startsWith("pay_") ? { kind: "payment", id, status } : {}),
  ),
  finder("invoice", invoiceRecordType, (state) =>
    amountTitle(`${state.number}, ${payerName(state)}`, state.totalCents, state.currency, state.tenantSlug),
  ),
  finder(
    "credit_note",
    creditNoteRecordType,
    (note) => amountTitle(note.number, note.amountCents, note.currency, note.invoiceNumber),
    () => ({ status: "issued" }),
  ),
  finder("escrow", escrowRecordType, (state) =>
    amountTitle(state.reference, state.amountCents, state.currency, state.tenantSlug),
  ),
  finder("alert", alertRecordType, ({ said: report }) =>
    amountTitle(report.externalId, report.amountCents, report.currency, report.kind),
  ),
  finder("case", caseRecordType, ({ stage, category, amountCents, currency }) =>
    amountTitle(stage, amountCents, currency, category).replaceAll("_", " "),
  ),
  finder("application", kybRecordType, ({ answers, legalName }) => answers.company?.legalName ?? legalName),
  finder(
    "access_request",
    signupRecordType,
    ({ companyName }) => companyName,
    ({ tenantId }) => ({ tenantId: tenantId ?? platform }),
  ),
  finder("tenant", tenantRecordType, ({ name, slug }) => `${name} (${slug})`),
];

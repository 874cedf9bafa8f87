import { looksLikeId, siblingId } from "../../domain/core/id.ts";
import { centsText } from "../../domain/core/money.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { payerName } from "../../domain/invoicing/customer.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import { signupRecordType } from "../access/request-access.ts";
import { entry, loadAggregate, pointerPartition, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Row, Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { alertRecordType } from "../disputes/alert-record.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { creditNoteRecordType } from "../invoicing/credit-notes.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { tenantRecordType } from "../tenants/records.ts";

/** Something that an operator's words name, with a line to recognise it by. */
export interface SearchResult {
  readonly kind:
    | "settlement"
    | "invoice"
    | "credit_note"
    | "payment"
    | "tenant"
    | "escrow"
    | "alert"
    | "case"
    | "application"
    | "access_request";
  readonly id: string;
  readonly tenantId: string;
  readonly title: string;
  readonly status: string;
  readonly at: string;
}

/** Longest text that can be searched for: a wallet's. */
const longestQuery = 256;
const mostFound = 50;

/** The rails that a reference can be of: each has its switch. */
const rails = flagKeys.flatMap((key) => /^vendor\.collection\.(.+)$/.exec(key)?.[1] ?? []);

/** What an operator pasted: an id of any kind, an invoice's number, an escrow's reference, an alert's id at its source, a railRef, a txHash, a wallet or a tenant's slug, whole; a payment with its alerts and cases, an invoice with its settlements and escrows. Newest first, at most 50. Refuses blank text and over 256 characters. */
export async function search(context: StoreContext, q: string): Promise<SearchResult[]> {
  const text = q.trim();
  if (text === "" || text.length > longestQuery)
    throw new Refusal("validation_error", `q: 1 to ${longestQuery} characters`, {
      fields: [{ path: "q", message: `1 to ${longestQuery} characters, not blank` }],
    });
  const ids = looksLikeId(text) ? await idsOf(context.store, spelt(text)) : await idsByValue(context.store, text);
  const wanted = [...new Set(ids)].slice(0, mostFound);
  const rows = await context.store.read([...new Set(wanted.map(rowOf))].map(rowKey));
  const byId = new Map(rows.map((row) => [row?.pk, row]));
  return wanted
    .flatMap((id) => foundOf(id, byId.get(rowOf(id))) ?? [])
    .sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** As ids are written, however it was typed. */
function spelt(id: string): string {
  return id.slice(0, 4).toLowerCase() + id.slice(4).toUpperCase();
}

/** A payment shares its settlement's row. */
function rowOf(id: string): string {
  return id.startsWith("pay_") ? siblingId(id, "stl") : id;
}

/** The records that an id means: itself and what is about it, or what an event is on. */
async function idsOf(store: Store, id: string): Promise<string[]> {
  if (!id.startsWith("evt_")) {
    const about = await store.page({ pk: pointerPartition(id), limit: mostFound, newestFirst: true });
    return [id, ...about.map(({ sk }) => sk)];
  }
  const [row] = await store.page({ index: "ref", pk: `event#${id}`, limit: 1 });
  return row ? [entry.parse(row.body).aggregateId] : [];
}

/** Every place where a value may be known, side by side. */
async function idsByValue(store: Store, value: string): Promise<string[]> {
  const pk = pointerPartition(value);
  const newest = { limit: mostFound, newestFirst: true };
  const [pointers, numbers, slugs, ...referred] = await Promise.all([
    store.page({ pk, ...newest }),
    store.page({ index: "ref", pk, ...newest }),
    store.read([rowKey(`slug#${value.toLowerCase()}`)]),
    ...rails.map((rail) => store.page({ index: "ref", pk: `${rail}#${value}`, ...newest })),
  ]);
  return [
    ...slugs.flatMap((row) => (row?.body as { tenantId?: string } | undefined)?.tenantId ?? []),
    ...referred.flat().map((row) => row.pk),
    ...numbers.flatMap((row) => row.index?.ref?.[1] ?? []),
    ...pointers.map(({ sk }) => sk),
  ];
}

/** Reads a row of its type as what was found by an id; undefined for rows of other types. */
type Finder = (row: Row, id: string) => SearchResult | undefined;

interface Searchable {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
}

function finder<S extends Searchable>(
  kind: SearchResult["kind"],
  recordType: RecordType<S>,
  titleOf: (state: S) => string,
  otherwise: (state: S, id: string) => Partial<SearchResult> = () => ({}),
): Finder {
  return (row, wanted) => {
    const state = loadAggregate(recordType, row)?.state;
    if (!state) return undefined;
    const { id, status, createdAt: at } = state;
    const tenantId = recordType.tenantId(state);
    return { kind, id, tenantId, title: titleOf(state), status, at, ...otherwise(state, wanted) };
  };
}

function amountTitle(name: string, cents: number, currency: string, about: string): string {
  return `${name} · ${centsText(cents)} ${currency} · ${about}`;
}

const finders: readonly Finder[] = [
  finder(
    "settlement",
    settlementRecordType,
    (state) => amountTitle(state.invoiceNumber, state.fiatInCents, state.currency, state.tenantSlug),
    ({ payment: { id, status } }, wanted) => (wanted.startsWith("pay_") ? { kind: "payment", id, status } : {}),
  ),
  finder("invoice", invoiceRecordType, (state) =>
    amountTitle(`${state.number}, ${payerName(state)}`, state.totalCents, state.currency, state.tenantSlug),
  ),
  (row) => {
    const note = loadAggregate(creditNoteRecordType, row)?.state;
    if (!note) return undefined;
    const { id, tenantId, number, amountCents, currency, invoiceNumber, createdAt: at } = note;
    const title = amountTitle(number, amountCents, currency, invoiceNumber);
    return { kind: "credit_note", id, tenantId, title, status: "issued", at };
  },
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

function foundOf(id: string, row: Row | undefined): SearchResult | undefined {
  if (!row) return undefined;
  for (const find of finders) {
    const found = find(row, id);
    if (found) return found;
  }
  return undefined;
}

import type { Signup } from "../../domain/access/signup.ts";
import { looksLikeId, siblingId } from "../../domain/core/id.ts";
import { centsText } from "../../domain/core/money.ts";
import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Kyb } from "../../domain/onboarding/kyb.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { flagKeys } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { signupRecordType } from "../access/request-access.ts";
import { entry, loadAggregate, pointerPartition, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Row, Store } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { alertRecordType } from "../disputes/alert-record.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { escrowRecordType } from "../escrow/record.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { kybRecordType } from "../onboarding/record.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { tenantRecordType } from "../tenants/records.ts";

/** Something that an operator's words name, with a line to recognise it by. */
export interface SearchResult {
  readonly kind:
    | "settlement"
    | "invoice"
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

/** What an operator pasted: an id of any kind, an invoice's number, an escrow's reference, an alert's id at its source, a railRef, a txHash, a wallet or a tenant's slug, whole; a payment with its alerts and cases. Newest first, at most 50. Refuses blank text and over 256 characters. */
export async function search(context: StoreContext, q: string): Promise<SearchResult[]> {
  const input = q.trim();
  if (input === "" || input.length > longestQuery)
    throw new Refusal("validation_error", `q: 1 to ${longestQuery} characters`, {
      fields: [{ path: "q", message: `1 to ${longestQuery} characters, not blank` }],
    });
  const ids = looksLikeId(input) ? await idsOf(context.store, spelt(input)) : await idsByValue(context.store, input);
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
    const about = await store.page({ pk: pointerPartition(id), limit: mostFound - 1, newestFirst: true });
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
    ...numbers.map((row) => row.index?.ref?.[1] ?? ""),
    ...pointers.map(({ sk }) => sk),
  ].filter((id) => id !== "");
}

function stateOf<S>(kind: RecordType<S>, row: Row): S | undefined {
  return row.type === kind.type ? loadAggregate(kind, row)?.state : undefined;
}

function foundOf(id: string, row: Row | undefined): SearchResult | undefined {
  if (!row) return undefined;
  const settlement = stateOf(settlementRecordType, row);
  if (settlement) return id.startsWith("pay_") ? payment(settlement) : aSettlement(settlement);
  const invoice = stateOf(invoiceRecordType, row);
  if (invoice) return anInvoice(invoice);
  const escrow = stateOf(escrowRecordType, row);
  if (escrow) return anEscrow(escrow);
  const alert = stateOf(alertRecordType, row);
  if (alert) return anAlert(alert);
  const dispute = stateOf(caseRecordType, row);
  if (dispute) return aCase(dispute);
  const application = stateOf(kybRecordType, row);
  if (application) return anApplication(application);
  const request = stateOf(signupRecordType, row);
  if (request) return aRequest(request);
  const tenant = stateOf(tenantRecordType, row);
  return tenant && aTenant(tenant);
}

function aSettlement(state: Settlement): SearchResult {
  const { id, tenantId, status, createdAt: at } = state;
  return { kind: "settlement", id, tenantId, title: titleOf(state), status, at };
}

function payment(state: Settlement): SearchResult {
  const { tenantId, createdAt: at } = state;
  const { id, status } = state.payment;
  return { kind: "payment", id, tenantId, title: titleOf(state), status, at };
}

function titleOf({ invoiceNumber, fiatInCents, currency, tenantSlug }: Settlement): string {
  return `${invoiceNumber} · ${centsText(fiatInCents)} ${currency} · ${tenantSlug}`;
}

function anInvoice(state: Invoice): SearchResult {
  const { id, tenantId, status, number, totalCents, currency, tenantSlug, createdAt: at } = state;
  const title = `${number} · ${centsText(totalCents)} ${currency} · ${tenantSlug}`;
  return { kind: "invoice", id, tenantId, title, status, at };
}

function anEscrow(state: Escrow): SearchResult {
  const { id, tenantId, status, reference, amountCents, currency, tenantSlug, createdAt: at } = state;
  const title = `${reference} · ${centsText(amountCents)} ${currency} · ${tenantSlug}`;
  return { kind: "escrow", id, tenantId, title, status, at };
}

function anAlert({ id, tenantId, status, said: report, createdAt: at }: Alert): SearchResult {
  const title = `${report.externalId} · ${centsText(report.amountCents)} ${report.currency} · ${report.kind}`;
  return { kind: "alert", id, tenantId, title, status, at };
}

function aCase(state: DisputeCase): SearchResult {
  const { id, tenantId, status, stage, category, amountCents, currency, createdAt: at } = state;
  const title = `${stage} · ${centsText(amountCents)} ${currency} · ${category}`.replaceAll("_", " ");
  return { kind: "case", id, tenantId, title, status, at };
}

function anApplication({ id, tenantId, status, legalName, answers, createdAt: at }: Kyb): SearchResult {
  const title = answers.company?.legalName ?? legalName;
  return { kind: "application", id, tenantId: tenantId ?? platform, title, status, at };
}

function aRequest({ id, tenantId, status, companyName: title, createdAt: at }: Signup): SearchResult {
  return { kind: "access_request", id, tenantId: tenantId ?? platform, title, status, at };
}

function aTenant({ id, name, slug, status, createdAt: at }: Tenant): SearchResult {
  return { kind: "tenant", id, tenantId: id, title: `${name} (${slug})`, status, at };
}

import { randomBytes } from "node:crypto";
import { Refusal } from "../../domain/core/refusal.ts";
import {
  draftInvoice,
  type Invoice,
  type InvoiceStatus,
  type NewInvoice,
  sendInvoice,
} from "../../domain/invoicing/invoice.ts";
import { brandedUrl } from "../../domain/tenants/brand.ts";
import { hopWrites, type Loaded, loaded, pointerPartition, unborn } from "../core/aggregate.ts";
import { secretDigest } from "../core/api-key.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import { type Listed, type ListRequest, listAggregates, monthlyPartitions } from "../core/list.ts";
import { listPartition, rowKey } from "../core/rows.ts";
import { brandOf } from "../tenants/brands.ts";
import { getTenant } from "../tenants/tenants.ts";
import { invoiceKind } from "./record.ts";

/** The tenant that asks, as its key tells. */
export interface Asker {
  readonly tenantId: string;
  readonly tenantCreatedAt: string;
}

/** Creates a draft with its number, unique per tenant, and its collection link: a 256-bit token kept only as a digest's key. */
export async function createInvoice(
  desk: Desk & { readonly onboardUrl: string },
  tenantId: string,
  asked: NewInvoice,
): Promise<Invoice> {
  const now = desk.clock.now();
  const { state: owner } = await getTenant(desk, tenantId);
  const brand = await brandOf(desk, owner);
  const token = randomBytes(32).toString("base64url");
  const id = desk.newId("inv", now);
  const hops = draftInvoice(
    asked,
    {
      id,
      tenantId,
      tenantSlug: owner.slug,
      sellerName: owner.name,
      sellerEmail: owner.contactEmail,
      hostedUrl: `${brandedUrl(brand, desk.onboardUrl)}/i/${token}`,
    },
    now,
  );
  if (hops instanceof Refusal) throw hops;
  const draft = hops[0]?.next;
  if (!draft) throw new Error("a draft is one hop");
  const number = rowKey(`number#${tenantId}#${asked.number}`);
  const link = rowKey(`link#${secretDigest(token)}`);
  return change(desk, async (attempt) => {
    if (attempt > 1 && (await desk.book.read([number]))[0])
      return new Refusal("invoice_number_exists", "this tenant has an invoice with this number");
    const { writes } = hopWrites(unborn(invoiceKind, draft), hops, desk);
    const body = { invoiceId: id };
    const index = { ref: [pointerPartition(asked.number), id] as const };
    return {
      writes: [
        { put: { ...number, v: 1, type: "invoice_number", body, index }, expect: "absent" },
        { put: { ...link, v: 1, type: "invoice_link", body }, expect: "absent" },
        ...writes,
      ],
      result: draft,
    };
  });
}

/** A tenant's invoice. A stranger's id and an unknown one are the same refusal. */
export async function getInvoice(
  desk: Pick<Desk, "book">,
  tenantId: string,
  id: string,
): Promise<Loaded<Invoice>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = row?.type === invoiceKind.type ? loaded(invoiceKind, row) : undefined;
  if (found?.state.tenantId !== tenantId) throw new Refusal("not_found", "no such invoice");
  return found;
}

export function listInvoices(
  desk: Desk,
  asker: Asker,
  asked: ListRequest & { status?: InvoiceStatus | undefined },
): Promise<Listed<Invoice>> {
  const { status } = asked;
  const partitions = monthlyPartitions(
    (month) => listPartition(asker.tenantId, "invoice", month, status),
    asker.tenantCreatedAt,
    desk.clock.now(),
  );
  const name = `${asker.tenantId}#invoice#${status ?? ""}`;
  return listAggregates(desk, invoiceKind, { index: status ? "status" : "list", name, partitions }, asked);
}

/** Sends an invoice; sending it again changes nothing. */
export async function issueInvoice(desk: Desk, tenantId: string, id: string): Promise<Invoice> {
  return change(desk, async () => {
    const found = await getInvoice(desk, tenantId, id);
    const hops = sendInvoice(found.state, desk.clock.now());
    if (hops instanceof Refusal) return hops;
    const { writes, after } = hopWrites(found, hops, desk);
    return { writes, result: after.state };
  });
}

/** The invoice behind a collection link's token; a wrong token is not found. */
export async function invoiceByLink(desk: Pick<Desk, "book">, token: string): Promise<Invoice> {
  const [link] = await desk.book.read([rowKey(`link#${secretDigest(token)}`)]);
  const body = link?.body as { invoiceId: string } | undefined;
  const [row] = body ? await desk.book.read([rowKey(body.invoiceId)]) : [];
  const found = loaded(invoiceKind, row);
  if (!found) throw new Refusal("not_found", "no such invoice");
  return found.state;
}

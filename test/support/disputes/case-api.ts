import { caseEvidenceCalls } from "../../../functions/api/disputes/case-evidence-handlers.ts";
import { caseCalls } from "../../../functions/api/disputes/case-handlers.ts";
import type { ViewContext } from "../../../functions/app/core/embed-records.ts";
import type { EvidenceContext } from "../../../functions/app/disputes/case-files.ts";
import { buildPacket } from "../../../functions/app/disputes/packet.ts";
import { packetSource } from "../../../functions/app/disputes/packet-source.ts";
import type { PacketOrder } from "../../../functions/app/disputes/ports.ts";
import { createInvoice, issueInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { caseEvidenceOperations, caseOperations } from "../../../functions/contract/disputes/cases.ts";
import type { PacketDocument } from "../../../functions/domain/disputes/packet-document.ts";
import type { InvoiceDocument } from "../../../functions/domain/invoicing/invoice-document.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import type { Call } from "../../../functions/http/operation-types.ts";
import { aPdf, sha256Of } from "../core/files.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { handOnAll } from "../core/outbox.ts";
import { TestApi } from "../core/test-api.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { deliver, deliverPayment, workflows } from "../settlement/reserve-api.ts";
import { MemoryEvidence } from "./memory-evidence.ts";

const root = "/api/v1/disputes/cases";

/** The routes of cases behind the door frame, over a memory book and a memory store of files. */
export class CaseApi extends TestApi {
  readonly evidence = new MemoryEvidence();
  readonly deliveries = new MemoryStore();
  readonly ordered: PacketOrder[] = [];
  readonly drawn: PacketDocument[] = [];
  readonly invoicesDrawn: InvoiceDocument[] = [];
  apiKey = "";
  tenantId = "";
  /** What invoices say of their payer from now on. */
  metadata: Record<string, string> = {};
  customerId = "c";
  #payments = 0;

  static async open(): Promise<CaseApi> {
    const api = new CaseApi();
    ({ id: api.tenantId, apiKey: api.apiKey } = await api.tenant());
    return api;
  }

  #deskOf(call: Call<Operation>): EvidenceContext & ViewContext {
    const { evidence, log, context } = this;
    const { actor } = call.principal;
    return { ...context, actor, action: call.operation, evidence, invoicePdf: this.invoicePdf, log };
  }

  /** Draws no invoice that shows the link by which it is paid. */
  readonly invoicePdf = async (document: InvoiceDocument): Promise<Uint8Array> => {
    this.invoicesDrawn.push(document);
    return aPdf([document.number]);
  };

  async #send(method: "GET" | "POST", path: string, body?: unknown, apiKey = this.apiKey) {
    const isFiles = method === "GET" ? path !== "" && !path.startsWith("?") : /(evidence|submit)$/.test(path);
    const contextOf = (call: Call<Operation>) => this.#deskOf(call);
    const open = isFiles
      ? this.open(caseEvidenceOperations, caseEvidenceCalls(contextOf))
      : this.open(caseOperations, caseCalls(contextOf));
    const reply = await open({
      ...{ method, path: `${root}${path}` },
      headers: { authorization: `Bearer ${apiKey}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ...reply, json: reply.text === "" ? null : JSON.parse(reply.text) };
  }

  get(path = "", apiKey?: string) {
    return this.#send("GET", path, undefined, apiKey);
  }

  post(path: string, body?: unknown, apiKey?: string) {
    return this.#send("POST", path, body, apiKey);
  }

  /** A payment of 100.00 that was collected and delivered; its id, and its settlement's. */
  async payment(): Promise<{ paymentId: string; settlementId: string }> {
    this.#payments += 1;
    const tenant = { id: this.tenantId, apiKey: this.apiKey };
    const settlementId = await deliver(this, tenant, `A-${this.#payments}`);
    const { payment } = await this.settlement(settlementId);
    return { paymentId: payment.id, settlementId };
  }

  /** Two payments of 50.00 of one invoice, both collected and delivered; their ids. */
  async partPayments(): Promise<string[]> {
    this.#payments += 1;
    const number = `A-${this.#payments}`;
    const invoiceId = await this.invoice(this.tenantId, number);
    const paymentIds: string[] = [];
    for (const part of ["first", "second"]) {
      const settlementId = await deliverPayment(this, this, invoiceId, `${number} ${part}`, { amountCents: 5_000 });
      paymentIds.push((await this.settlement(settlementId)).payment.id);
    }
    return paymentIds;
  }

  override async invoice(tenantId: string, number: string): Promise<string> {
    const lineItems = [{ description: "work", unitCents: 10_000, quantity: 1 }];
    const { customerId } = this;
    const input = { number, customerId, lineItems, currency: "USD" as const, terms: "Net 14" };
    const context = { ...this.context, onboardUrl: "http://localhost:4002" };
    const { metadata } = this;
    const { id } = await createInvoice(context, tenantId, { ...input, discountCents: 0, metadata });
    await issueInvoice(this.context, tenantId, id);
    return id;
  }

  async settlement(id: string): Promise<Settlement> {
    return (await loadSettlement(this.context, id)).state;
  }

  /** A case that is open, gathering or submitted. */
  async caseIn(status: "open" | "gathering" | "submitted", input: Record<string, unknown> = {}) {
    const opened = await this.post("", { network: "visa", reasonCode: "13.1", amountCents: 5000, ...input });
    const { id } = opened.json;
    if (status === "open") return id as string;
    await this.post(`/${id}/gather`);
    if (status === "gathering") return id as string;
    await this.provide(id);
    await this.post(`/${id}/submit`, { narrative: "it was delivered" });
    return id as string;
  }

  /** Attaches as texts what a case still needs. */
  async provide(id: string): Promise<void> {
    const { missing } = (await this.get(`/${id}/checklist`)).json;
    for (const each of missing)
      await this.post(`/${id}/evidence`, { type: [each].flat()[0], text: `the ${[each].flat()[0]}` });
  }

  /** Announces a file and puts it where it is to go; the piece's id, and what the store said. */
  async upload(
    id: string,
    bytes: Uint8Array,
    reply: Record<string, unknown> = {},
  ): Promise<{ pieceId: string; stored: number }> {
    const file = {
      ...{ type: "receipt", filename: "r.pdf", contentType: "application/pdf" },
      ...{ sizeBytes: bytes.length, sha256: sha256Of(bytes), ...reply },
    };
    const { json } = await this.post(`/${id}/evidence`, file);
    const stored = await this.evidence.put(json.uploadUrl, json.uploadHeaders, bytes);
    return { pieceId: json.id, stored };
  }

  /** Hands on what follows from the entries in the outbox, as the stream does. */
  async handOn(): Promise<void> {
    const { store, deliveries, clock, newId, meter } = this;
    const packets = { send: async (order: PacketOrder) => void this.ordered.push(order) };
    const queue = { send: async () => undefined };
    const mails = { send: async () => undefined };
    const follow = { workflows, queue, packets, mails, partner: noPartner, live: false, publicUrl: "" };
    const context = { store, deliveries, clock, newId, meter, ...follow };
    await handOnAll(context, store);
  }

  /** Makes the packets that were ordered, each as often as its order comes. */
  async makePackets(times = 1): Promise<void> {
    const packetPdf = async (document: PacketDocument) => {
      this.drawn.push(document);
      return { bytes: await aPdf(document.pieces.map(({ type }) => type)), pages: 1 };
    };
    const cases = packetSource({ ...this.context, actor: "system:packets" });
    for (const order of this.ordered.splice(0))
      for (let time = 0; time < times; time++)
        await buildPacket({ evidence: this.evidence, cases, packetPdf }, order, false);
  }

  /** One run of the sweeper, on behalf of cases. */
  async sweepCases(): Promise<void> {
    const { rail, screening, meter, log, deliveries } = this;
    const send = async () => undefined;
    const vendors = { rail, conversion: rail, screening, meter, live: false };
    const follow = {
      publicUrl: "",
      deliveries,
      queue: { send },
      packets: { send },
      mails: { send },
      workflows,
      partner: noPartner,
    };
    const context = { ...this.context, actor: "system:sweeper" };
    await sweep({ ...context, ...vendors, ...follow, log, pagesUrl: "http://localhost:4002" });
  }
}

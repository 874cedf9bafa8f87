import { MockRailFile } from "../../../functions/adapters/mock/rail-file.ts";
import { MockRail, mockEvent, mockReference } from "../../../functions/adapters/mock/rail-mock.ts";
import {
  alertReportOf,
  alertSourceOf,
  expandedAlert,
  ingestAnswer,
  shownAlert,
  shownAlerts,
  viewRules,
} from "../../../functions/api/disputes/alert-query.ts";
import { listAlerts, readAlert } from "../../../functions/app/disputes/alert-reads.ts";
import { dryRun } from "../../../functions/app/disputes/dry-run-rules.ts";
import { ingestAlert } from "../../../functions/app/disputes/ingest-alert.ts";
import { matchAlert } from "../../../functions/app/disputes/match-alert.ts";
import { endAlert } from "../../../functions/app/disputes/resolve-alert.ts";
import { readRules, replaceRules } from "../../../functions/app/disputes/rules.ts";
import { escrowSearch } from "../../../functions/app/escrow/disputes.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { type SweepContext, sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { convertFunds, screenBeforeConversion } from "../../../functions/app/settlement/machine-steps.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import type { DeliveryOrder } from "../../../functions/app/webhooks/ports.ts";
import { alertIngestOperations, alertOperations } from "../../../functions/contract/disputes/alerts.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { ThirdPartySource } from "../../../functions/domain/disputes/alert-source.ts";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { MemoryStore } from "../core/memory-store.ts";
import { handOnAll } from "../core/outbox.ts";
import { TestApi } from "../core/test-api.ts";
import { noPartner } from "../onboarding/no-partner.ts";
import { workflows } from "../settlement/reserve-api.ts";

const operations = { ...alertOperations, ...alertIngestOperations };

/** What a test says of one call; the key defaults to one of its own. */
export interface AlertCall {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly apiKey?: string;
}

/** A payment that a test made. */
export interface PaidInvoice {
  readonly paymentId: string;
  readonly settlementId: string;
}

/** The alert routes behind the door frame, over a memory book. */
export class AlertApi extends TestApi {
  apiKey = "";
  tenantId = "";
  /** The rail that payments are made on. */
  reached: Rail = this.rail;
  enabled: readonly ThirdPartySource[] = [];
  readonly #deliveries = new MemoryStore();
  #calls = 0;

  /** A door with a tenant; `refunds` has a rail that can send a deposit back. */
  static async open(change: Partial<Tenant> = {}, { refunds = false } = {}): Promise<AlertApi> {
    const api = new AlertApi();
    if (refunds) api.reached = new MockRail(true, new MockRailFile(() => api.railStore, api.clock));
    ({ id: api.tenantId, apiKey: api.apiKey } = await api.tenant(change));
    return api;
  }

  async send(method: string, path: string, call: AlertCall = {}) {
    this.#calls += 1;
    const { key = `key-${this.#calls}`, apiKey = this.apiKey, body } = call;
    const reply = await this.#open()({
      method,
      path: `/api/v1/disputes${path}`,
      headers: { authorization: `Bearer ${apiKey}`, ...(key !== null && { "idempotency-key": key }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ...reply, json: JSON.parse(reply.text) };
  }

  /** An alert of 100.00, with changes. */
  ingest(change: Record<string, unknown> = {}, { source = "manual", ...call }: AlertCall & { source?: string } = {}) {
    const body = { externalId: "A-1", kind: "dispute", amountCents: 10_000, ...change };
    return this.send("POST", `/alerts?source=${source}`, { body, ...call });
  }

  match(id: string, paymentId: string) {
    return this.send("POST", `/alerts/${id}/match`, { body: { paymentId } });
  }

  get(id: string) {
    return this.send("GET", `/alerts/${id}`);
  }

  /** A collected payment of an invoice of its own. */
  async paid(number = "A-1", amountCents = 10_000): Promise<PaidInvoice> {
    const invoice = await this.invoice(this.tenantId, number, amountCents);
    const reply = await this.openPay({ rail: this.reached, conversion: this.rail })({
      method: "POST",
      path: `/api/v1/invoices/${invoice}/pay`,
      headers: { authorization: `Bearer ${this.apiKey}`, "idempotency-key": number },
    });
    const { payment, settlement } = JSON.parse(reply.text);
    return { paymentId: payment.id, settlementId: settlement.id };
  }

  /** A payment whose money is held because it could not be converted; the tenant's wallet must be one that fails. */
  async held(number = "A-1"): Promise<PaidInvoice> {
    const paid = await this.paid(number);
    const { screening, meter } = this;
    const context = {
      ...this.context,
      rail: this.reached,
      conversion: this.rail,
      screening,
      meter,
      live: false,
      workflows,
    };
    const subject = { settlementId: paid.settlementId, tenantId: this.tenantId };
    await screenBeforeConversion(context, subject);
    await convertFunds(context, subject);
    return paid;
  }

  /** Puts a list of rules in force. */
  rules(...rules: readonly DisputeRule[]) {
    return replaceRules(this.context, this.tenantId, rules);
  }

  async settlement(id: string): Promise<Settlement> {
    return (await loadSettlement(this.context, id)).state;
  }

  async alert(id: string): Promise<Alert> {
    return (await readAlert(this.context, null, id)).state;
  }

  /** What the events of an alert are called, in order. */
  async events(id: string): Promise<string[]> {
    const { entries } = await readAlert(this.context, null, id);
    return entries.flatMap(({ events }) => events.map(({ name }) => name));
  }

  /** The payer's bank takes a payment back. */
  async returned({ settlementId }: PaidInvoice, returnCode: string): Promise<void> {
    const railRef = (await this.settlement(settlementId)).payment.railRef ?? "";
    const reply = mockEvent({ railRef, state: "returned", return_code: returnCode });
    const event = await this.rail.tells(railRef, reply, undefined);
    const reference = mockReference(railRef);
    await receiveCallback(this.context, { rail: "mock", railRef, reference, events: [event] });
  }

  sweepContext(): SweepContext {
    const { reached: rail, screening, meter, log } = this;
    const queue = { send: async (_: readonly DeliveryOrder[]) => undefined };
    const vendors = { rail, conversion: this.rail, screening, meter, live: false };
    const packets = { send: async () => undefined };
    const mine = { packets, mails: packets, partner: noPartner };
    const follow = { publicUrl: "", deliveries: this.#deliveries, queue, workflows, ...mine };
    return { ...this.context, actor: "system:sweeper", ...vendors, ...follow, log, pagesUrl: "http://localhost:4002" };
  }

  sweep() {
    return sweep(this.sweepContext());
  }

  /** Hands on what follows from the entries that are still in the outbox, as the stream does. */
  async handOn(): Promise<void> {
    await handOnAll(this.sweepContext(), this.store);
  }

  /** As functions/api/disputes/alerts.ts and alert-ingest.ts do it. */
  #open() {
    const contextOf = ({ principal, requestId }: { principal: { actor: string }; requestId: string }) => ({
      ...this.context,
      actor: principal.actor,
      requestId,
    });
    const named = (call: { principal: { tenantId: string }; params: { id: string } }) => ({
      tenantId: call.principal.tenantId,
      alertId: call.params.id,
    });
    const shown = (call: Parameters<typeof contextOf>[0] & Parameters<typeof named>[0]) =>
      shownAlert(contextOf(call), named(call).tenantId, named(call).alertId);
    const refunds = { rail: this.reached, log: this.log };
    return this.open(operations, {
      listAlertQueue: async (call) => {
        const page = await listAlerts(contextOf(call), call.principal, { ...call.query, status: "unmatched" });
        return { body: await shownAlerts(contextOf(call), call, page) };
      },
      getAlert: async (call) => ({ body: await expandedAlert(contextOf(call), call, call.params.id) }),
      resolveAlert: async (call) => {
        await endAlert(contextOf(call), named(call), { as: "resolved", ...call.body });
        return { body: await shown(call) };
      },
      dismissAlert: async (call) => {
        await endAlert(contextOf(call), named(call), { as: "dismissed", note: call.body.note });
        return { body: await shown(call) };
      },
      readDisputeRules: async (call) => ({ body: viewRules(await readRules(contextOf(call), this.tenantId)) }),
      replaceDisputeRules: async (call) => ({
        body: viewRules(await replaceRules(contextOf(call), call.principal.tenantId, call.body.rules)),
      }),
      dryRunDisputeRules: async (call) => ({ body: await dryRun(contextOf(call), call.principal, call.body) }),
      listAlerts: async (call) => {
        const page = await listAlerts(contextOf(call), call.principal, call.query);
        return { body: await shownAlerts(contextOf(call), call, page) };
      },
      ingestAlert: async (call) => {
        const { idempotencyKey, fingerprint, operation } = call;
        const { tenantId } = call.principal;
        const source = alertSourceOf(call.query.source, this.enabled);
        const reply = alertReportOf(call.body, this.clock.now());
        const request = { tenantId, operation, idempotencyKey, fingerprint, source, said: reply };
        return ingestAnswer(await ingestAlert({ ...escrowSearch, ...contextOf(call), ...refunds }, request));
      },
      matchAlert: async (call) => {
        await matchAlert({ ...contextOf(call), ...refunds }, named(call), call.body);
        return { body: await shown(call) };
      },
    });
  }
}

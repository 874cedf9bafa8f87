import { expect } from "vitest";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { Counts } from "../../../functions/domain/settlement/counters.ts";
import type { Visitor } from "../routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../runner/deployed.ts";

/** Our own Lambdas over a fake AWS, with tenants who bring alerts. */
export class DisputeOffice extends DeployedSandbox {
  #owner: Owner | undefined;
  #calls = 0;

  override async start(): ReturnType<DeployedSandbox["start"]> {
    const owners = await super.start();
    this.#owner = owners.one;
    return owners;
  }

  get owner(): Owner {
    if (!this.#owner) throw new Error("the office is not open");
    return this.#owner;
  }

  /** Calls a tenant's operation under a key of its own; what comes back must be good. */
  async made(id: string, params: Record<string, string>, body?: unknown, apiKey = this.owner.apiKey) {
    this.#calls += 1;
    const reply = await this.call(id, apiKey, params, body, { "idempotency-key": `dispute-${this.#calls}` });
    if (reply.status >= 300) throw new Error(`${id}: ${reply.status} ${reply.text}`);
    return JSON.parse(reply.text);
  }

  /** An alert that no payment is clear for: the owner's payment is like it, and nothing points at it. */
  async alert(change: object = {}, apiKey?: string): Promise<{ readonly id: string; readonly status: string }> {
    const body = {
      ...{ externalId: `alert-${this.#calls}`, kind: "dispute", amountCents: 4000, currency: "USD" },
      ...{ network: "visa", reasonCode: "13.1", transactionDate: new Date().toISOString().slice(0, 10) },
      ...change,
    };
    return this.made("ingestAlert", {}, body, apiKey);
  }

  /** An alert that points at the owner's payment and goes on as a case. */
  async disputed(change: object = {}): Promise<{ readonly alertId: string; readonly caseId: string }> {
    const paymentId = this.owner.paymentId;
    const { id: alertId, caseId } = await this.made(
      "ingestAlert",
      {},
      {
        ...{ externalId: `case-${this.#calls}`, kind: "chargeback", amountCents: 4000, currency: "USD" },
        ...{ network: "visa", reasonCode: "13.1", paymentId, ...change },
      },
    );
    return { alertId, caseId };
  }

  /** Another payment of the owner's, on an invoice of its own, so that it can have a case of its own. */
  async paid(number: string, amountCents = 4000): Promise<string> {
    const lineItems = [{ description: "work", unitCents: amountCents }];
    const invoice = await this.made("createInvoice", {}, { number, customerId: "c", lineItems });
    const { payment } = await this.made("payInvoice", { id: invoice.id }, { amountCents });
    return payment.id;
  }

  /** Counts for a tenant's ratios on a day, as if it had happened. */
  async count(tenantId: string, day: string, counts: Counts): Promise<void> {
    const month = day.slice(0, 7);
    const key = { pk: `tally#${tenantId}#${month}#0`, sk: "row" };
    const body = { tenantId, month, shard: 0, days: { [day]: counts } };
    await this.aws.store.write([{ put: { ...key, v: 1, type: "tally", body }, expect: "absent" }], key.pk);
  }

  #row(id: string) {
    const row = this.aws.store.rows().find(({ pk, sk }) => pk === id && sk === "row");
    if (!row) throw new Error(`no ${id}`);
    return row;
  }

  /** A record as it is kept. */
  state<S>(id: string): S {
    return (this.#row(id).body as { state: S }).state;
  }

  /** Changes a record behind everybody's back, to a state that takes long to come to. */
  async set<S = Alert & DisputeCase>(id: string, change: (state: S) => Partial<S>): Promise<void> {
    const row = this.#row(id);
    const body = structuredClone(row.body) as { state: S };
    Object.assign(body.state as object, change(body.state));
    await this.aws.store.write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], `set-${id}-${row.v}`);
  }
}

/** A page as somebody sees it, its blanks made one; what no page may show is in none. */
export async function shownTo(
  visitor: Visitor,
  page: string,
  params?: Record<string, string>,
  query?: string,
): Promise<string> {
  const { status, text } = await visitor.get(page, params, query);
  expect(status, text).toBe(200);
  expect(text).not.toMatch(/<script|\[object Object\]|>undefined<|\bNaN\b/);
  return text.replaceAll(/\s+/g, " ");
}

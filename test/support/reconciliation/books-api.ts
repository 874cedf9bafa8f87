import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import { mockEvent, mockReference } from "../../../functions/adapters/mock/rail-mock.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import type { MakeExportContext } from "../../../functions/app/reconciliation/make-export.ts";
import { type NightlyResult, reconcileNightly } from "../../../functions/app/reconciliation/nightly.ts";
import type { FileStore } from "../../../functions/app/reconciliation/ports.ts";
import type { ReportContext } from "../../../functions/app/reconciliation/reports.ts";
import {
  convertFunds,
  disburseFunds,
  type SettlementContext,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import { noon } from "../core/samples.ts";
import { TestApi } from "../core/test-api.ts";

/** Files in memory. */
class MemoryFiles implements FileStore {
  readonly texts = new Map<string, string>();
  readonly types = new Map<string, string>();

  async write(key: string, pieces: AsyncIterable<string>, contentType: string): Promise<number> {
    const held: string[] = [];
    for await (const piece of pieces) held.push(piece);
    this.texts.set(key, held.join(""));
    this.types.set(key, contentType);
    return Buffer.byteLength(held.join(""));
  }

  async link(key: string, filename: string, seconds: number): Promise<string> {
    return `https://files.example.test/${key}?as=${filename}&for=${seconds}`;
  }
}

/** A payment as the tests of books follow it. */
export interface PaymentUnderTest {
  readonly settlementId: string;
  readonly tenantId: string;
  readonly railRef: string;
}

const day = 86_400;

/** A door with payments behind it, taken as far as a test wants them, and the reports over them. */
export class BooksApi extends TestApi {
  readonly files = new MemoryFiles();
  readonly orders: string[] = [];
  /** Set when whoever asks has no time left. */
  isLate = false;
  #tenant: { id: string; apiKey: string } | undefined;
  #invoices = 0;

  /** What reports are made with. */
  reports(): ReportContext & MakeExportContext {
    const { files, log, meter, rail, orders } = this;
    return {
      ...this.context,
      csv: csvText,
      files,
      log,
      meter,
      rail,
      isLate: () => this.isLate,
      exportQueue: { send: async ({ exportId }) => void orders.push(exportId) },
    };
  }

  /** A nightly run of one rail, for as long as `isLate` lets it. */
  nightly(rail: Rail = this.rail, isLate = () => false): Promise<NightlyResult> {
    const { log, meter } = this;
    return reconcileNightly({ ...this.context, actor: "system:nightly", log, meter, isLate, rails: [rail] });
  }

  /** The tenant of these books: 2.5 % fee, 10 % reserve. */
  async owner(): Promise<{ id: string; apiKey: string }> {
    if (this.#tenant) return this.#tenant;
    this.#tenant = await this.tenant();
    const rule = { ...freeRule, bps: 250, reserveBps: 1000, reserveDays: 90, tenantId: this.#tenant.id };
    await addFeeRule(this.context, { ...rule, effectiveFrom: null });
    return this.#tenant;
  }

  /** Moves on to the given time of the next day. */
  toNextDay(time = "12:00:00"): void {
    const today = this.clock.now().slice(0, 10);
    this.nowMs = Date.parse(`${today}T${time}.000Z`) + day * 1000;
  }

  /** Pays an invoice of its own, into a wallet of the mock's liking. */
  async paid(amountCents: number, { source = "ach", wallet = "0xWALLET" } = {}): Promise<PaymentUnderTest> {
    const { id: tenantId, apiKey } = await this.owner();
    await changeTenant(this.context, tenantId, { destWallet: wallet });
    // No two begin in the same moment, so that lists have one order.
    this.pass(1);
    this.#invoices += 1;
    const invoiceId = await this.invoice(tenantId, `N-${this.#invoices}`, amountCents);
    const reply = await this.openPay()({
      method: "POST",
      path: `/api/v1/invoices/${invoiceId}/pay`,
      headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": invoiceId },
      body: JSON.stringify({ source: { type: source } }),
    });
    if (reply.status !== 201) throw new Error(reply.text);
    const { settlement, payment } = JSON.parse(reply.text);
    return { settlementId: settlement.id, tenantId, railRef: payment.railRef };
  }

  /** What the settlement's machine does, as far as it gets. */
  async settle(subject: PaymentUnderTest): Promise<PaymentUnderTest> {
    const { rail, screening, meter } = this;
    const nobody = async () => undefined;
    const context: SettlementContext = {
      ...this.context,
      rail,
      conversion: rail,
      screening,
      meter,
      live: false,
      workflows: { startSettlement: nobody, startEscrowPayout: nobody, answer: nobody, fail: nobody },
    };
    if ((await screenBeforeConversion(context, subject)) !== "pass") return subject;
    await convertFunds(context, subject);
    await disburseFunds(context, subject, "token").catch(nobody);
    return subject;
  }

  /** The mock rail's word: it does what it says, and we hear of it. */
  async railSays(railRef: string, state: string, more: object = {}): Promise<void> {
    const reply: Parameters<typeof mockEvent>[0] = { railRef, state, ...more };
    const event = await this.rail.tells(railRef, mockEvent(reply), reply.eventId);
    const callback = { rail: "mock", railRef, reference: mockReference(railRef), events: [event] };
    await receiveCallback({ ...this.context, actor: "rail:mock" }, callback);
  }

  /** Changes a stored row behind everybody's back. */
  async tamper(store: "store" | "railStore", pk: string, sk: string, change: (body: never) => unknown): Promise<void> {
    const [row] = await this[store].read([{ pk, sk }]);
    if (!row) throw new Error(`no row ${pk} ${sk}`);
    const body = change(structuredClone(row.body) as never);
    await this[store].write([{ put: { ...row, v: row.v + 1, body }, expect: row.v }], `tamper-${row.v}-${pk}-${sk}`);
  }

  /** All of the day that `noon` is in. */
  readonly today = { from: `${noon.slice(0, 10)}T00:00:00.000Z`, to: "2026-11-22T00:00:00.000Z" };
}

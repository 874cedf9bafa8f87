import type { Store } from "../../../functions/app/core/ports.ts";
import { getInvoice } from "../../../functions/app/invoicing/invoices.ts";
import { payInvoice } from "../../../functions/app/settlement/pay-invoice.ts";
import { TestApi } from "../core/test-api.ts";

/** An invoice of 10,000 cents that was sent, and the calls that race for it. */
export class InvoiceRace {
  /** How each call ended: `done`, or the code that refused it. */
  readonly answers: Record<string, string> = {};
  readonly api: TestApi;
  readonly tenantId: string;
  readonly invoiceId: string;

  private constructor(api: TestApi, tenantId: string, invoiceId: string) {
    this.api = api;
    this.tenantId = tenantId;
    this.invoiceId = invoiceId;
  }

  static async begin(): Promise<InvoiceRace> {
    const api = new TestApi();
    const { id } = await api.tenant();
    return new InvoiceRace(api, id, await api.invoice(id));
  }

  /** A call over a store, whose end is noted under its name. */
  noting(name: string, call: (store: Store) => Promise<unknown>) {
    return async (store: Store): Promise<void> => {
      this.answers[name] = await call(store).then(
        (reply) => (reply as { outcome?: { code?: string } }).outcome?.code ?? "done",
        ({ code }) => code,
      );
    };
  }

  /** A payment by pull, of all that remains where no amount is given. */
  pay(amountCents?: number) {
    const { api, tenantId, invoiceId } = this;
    const vendors = {
      ...{ rail: api.rail, conversion: api.rail, screening: api.screening },
      ...{ live: false, meter: api.meter },
    };
    return this.noting("pay", (store) =>
      payInvoice({ ...api.context, store }, vendors, {
        ...{ tenantId, operation: "payInvoice", idempotencyKey: "k1", fingerprint: "f" },
        ...{ invoiceId, amountCents, source: "ach" as const },
      }),
    );
  }

  async now() {
    return (await getInvoice(this.api.context, this.tenantId, this.invoiceId)).state;
  }
}

import type { ReleaseContext } from "../../../functions/app/operations/daily.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import {
  convertFunds,
  disburseFunds,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import type { Workflows } from "../../../functions/app/settlement/ports.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import type { TestApi } from "../core/test-api.ts";

const nothing = async () => undefined;
export const workflows: Workflows = {
  startSettlement: nothing,
  startEscrowPayout: nothing,
  answer: nothing,
  fail: nothing,
};

/** From now on a tenth of what a tenant is paid is kept back for so many days. */
export async function keepTenth(api: TestApi, tenantId: string, reserveDays: number): Promise<void> {
  const free = { bps: 0, fixedCents: 0, minCents: 0, maxCents: null, effectiveFrom: null };
  const rule = { ...free, reserveBps: 1000, reserveDays, kind: "settlement", currency: "USD" } as const;
  await addFeeRule(api.context, { ...rule, tenantId });
}

/** Pays an invoice of 100.00 and delivers it, transition by transition; the settlement's id. */
export async function deliver(api: TestApi, tenant: { id: string; apiKey: string }, number: string): Promise<string> {
  return deliverPayment(api, tenant, await api.invoice(tenant.id, number), number);
}

/** The same of an invoice that is there, or of a part of it. */
export async function deliverPayment(
  api: TestApi,
  tenant: { apiKey: string },
  invoiceId: string,
  key: string,
  body?: { readonly amountCents: number },
): Promise<string> {
  const paid = await api.openPay()({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": key },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { settlement } = JSON.parse(paid.text);
  const { rail, screening, meter, context } = api;
  const machine = { ...context, rail, conversion: rail, screening, meter, live: false, workflows };
  const subject = { settlementId: settlement.id, tenantId: settlement.tenantId };
  await screenBeforeConversion(machine, subject);
  await convertFunds(machine, subject);
  await disburseFunds(machine, subject, "token");
  return settlement.id;
}

/** The context of the daily look at reserves, over another rail where one is given. */
export function releaseContext(api: TestApi, rail: Rail = api.rail): ReleaseContext {
  const { screening, meter, context, log } = api;
  return { ...context, rail, screening, meter, log, live: false };
}

/** A rail, with some of it otherwise. */
export function railThat(rail: Rail, otherwise: Partial<Rail>): Rail {
  return new Proxy<Rail>(rail, {
    get: (own, name) => {
      const found = Reflect.get(otherwise, name) ?? Reflect.get(own, name);
      return typeof found === "function" ? found.bind(own) : found;
    },
  });
}

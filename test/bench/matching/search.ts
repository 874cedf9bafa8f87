import { addDays } from "../../../functions/domain/core/time.ts";
import { matchFloors } from "../../../functions/domain/disputes/alert-match.ts";
import { amountTolerance, type MatchQuery } from "../../../functions/domain/disputes/match-score.ts";
import type { MadePayment, Tenant } from "./payments.ts";

/** How the service looks: by each exact reference, then by tenant and amount in a range of time; nothing else is read. */
export class Search {
  readonly #byReference = new Map<string, MadePayment[]>();
  readonly #byAmount = new Map<string, MadePayment[]>();
  readonly #byCard = new Map<string, MadePayment[]>();
  readonly #amounts = new Map<string, number[]>();

  constructor(payments: readonly MadePayment[]) {
    for (const payment of payments) {
      for (const reference of referencesOf(payment))
        add(this.#byReference, `${payment.tenant.id}#${reference}`, payment);
      add(this.#byAmount, `${payment.tenant.id}#${payment.amountCents}`, payment);
      if (payment.cardLast4 !== null) add(this.#byCard, `${payment.tenant.id}#${payment.cardLast4}`, payment);
    }
    for (const found of this.#byAmount.values()) found.sort((a, b) => (a.at < b.at ? -1 : 1));
    for (const key of this.#byAmount.keys()) {
      const [tenant = "", cents] = key.split("#");
      add(this.#amounts, tenant, Number(cents));
    }
  }

  /** The payments to score: of the same amount within `days`, and where there is none, of an amount within tolerance. */
  candidates(tenant: Tenant, alert: MatchQuery, days: number): MadePayment[] {
    const { arn, paymentId, railRef, purchaseIdentifier } = alert;
    const named = [arn, paymentId, railRef, purchaseIdentifier].flatMap(
      (reference) => this.#byReference.get(`${tenant.id}#${reference}`) ?? [],
    );
    const same = this.#ofAmount(tenant, alert.amountCents, alert.transactionDate, days);
    return [...named, ...(same.length > 0 ? same : this.#near(tenant, alert, days))];
  }

  /** The payments of a card's last four digits, whatever their amount, within 30 days. */
  ofCard(tenant: Tenant, { cardLast4, transactionDate }: MatchQuery): MadePayment[] {
    return around(this.#byCard.get(`${tenant.id}#${cardLast4}`) ?? [], transactionDate, 30);
  }

  #near(tenant: Tenant, alert: MatchQuery, days: number): MadePayment[] {
    return (this.#amounts.get(tenant.id) ?? [])
      .filter((cents) => Math.abs(cents - alert.amountCents) <= amountTolerance(cents))
      .flatMap((cents) => this.#ofAmount(tenant, cents, alert.transactionDate, days))
      .slice(0, matchFloors.crowd + 1);
  }

  #ofAmount(tenant: Tenant, cents: number, date: string | null, days: number): MadePayment[] {
    return around(this.#byAmount.get(`${tenant.id}#${cents}`) ?? [], date, days);
  }
}

function around(payments: readonly MadePayment[], date: string | null, days: number): MadePayment[] {
  if (date === null) return [];
  const day = new Date(date).toISOString();
  const [from, to] = [addDays(day, -days), addDays(day, days + 1)];
  return payments.filter(({ at }) => at >= from && at < to).slice(0, matchFloors.crowd + 1);
}

function referencesOf({ paymentId, arn, railRefs, txHash, invoiceNumber }: MadePayment): string[] {
  return [paymentId, arn, txHash, invoiceNumber, ...railRefs].filter((each) => each !== null);
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}

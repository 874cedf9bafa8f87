import { addDays } from "../../../functions/domain/core/time.ts";
import type { MatchQuery } from "../../../functions/domain/disputes/match-score.ts";
import type { Random } from "../../support/world/core/random.ts";
import { authCode, digits, type MadePayment, madeDays, type Tenant } from "./payments.ts";

/** What the sender of an alert knew, as shares of a hundred alerts. */
const shares = {
  "exact reference": 28,
  "every card fact": 20,
  "no authorization code": 12,
  "amount, date and last four": 8,
  "amount converted": 8,
  "date shifted": 8,
  "descriptor mangled": 8,
  "no such payment": 8,
} as const;

export type AlertType = keyof typeof shares;
export const alertKinds = Object.keys(shares) as AlertType[];

/** An alert with what is true of it: its payment, or none. */
export interface MadeAlert {
  readonly kind: AlertType;
  readonly tenant: Tenant;
  readonly said: MatchQuery;
  readonly truth: string | null;
}

const nothing = { arn: null, authCode: null, paymentId: null, railRef: null, purchaseIdentifier: null } as const;

/** Everything that a network could say of a payment, known to the tenant or not. */
function wholeTruth(random: Random, payment: MadePayment): MatchQuery {
  const { tenant, customer, amountCents, at } = payment;
  const drift = random.pick([0, 0, 0, 0, 1, 1, -1, 2]);
  return {
    ...nothing,
    amountCents,
    currency: "USD",
    authCode: payment.authCode ?? authCode(random),
    cardLast4: customer.cardLast4,
    cardBin: customer.cardBin,
    descriptor: onStatement(random, tenant.name),
    transactionDate: random.chance(2 / 3) ? addDays(at, drift).slice(0, 10) : addDays(at, drift),
  };
}

/** A name as it is printed on statements: upper case, cut, with a number or a facilitator before it. */
function onStatement(random: Random, name: string): string {
  const line = name.toUpperCase().replaceAll(".", "");
  const forms = [line, `${line.slice(0, 18)}`, `${line}*${digits(random, 6)}`, `SQ *${line}`, `${line} US`];
  return random.pick(forms).slice(0, 25);
}

/** Beyond what is forgiven: a parent company, a city, letters lost. */
function mangled(random: Random, name: string): string {
  const line = onStatement(random, name);
  const lost = [...line].filter(() => random.chance(0.8)).join("");
  return random.pick([lost, lost, `GLOBAL PAYMENTS HOLDING ${digits(random, 4)}`, `${line.slice(0, 4)} 8005550100`]);
}

function reference(random: Random, payment: MadePayment): Partial<MatchQuery> {
  const { arn, paymentId, invoiceNumber, railRefs, txHash } = payment;
  return random.pick([
    ...(arn === null ? [] : [{ arn }, { arn }]),
    { paymentId },
    { purchaseIdentifier: invoiceNumber },
    { railRef: railRefs[0] ?? null },
    { railRef: txHash },
  ]);
}

const say: Readonly<Record<AlertType, (random: Random, payment: MadePayment) => MatchQuery>> = {
  "exact reference": (random, payment) => {
    const whole = wholeTruth(random, payment);
    // Sometimes a part of the amount is disputed, and a wallet's card has other last four digits.
    const part = random.chance(0.1) ? Math.ceil(whole.amountCents / 2) : whole.amountCents;
    const cardLast4 = random.chance(0.05) ? digits(random, 4) : whole.cardLast4;
    return { ...whole, amountCents: part, cardLast4, ...reference(random, payment) };
  },
  "every card fact": wholeTruth,
  "no authorization code": (random, payment) => ({ ...wholeTruth(random, payment), authCode: null }),
  "amount, date and last four": (random, payment) => ({
    ...wholeTruth(random, payment),
    ...{ authCode: null, cardBin: null, descriptor: null },
  }),
  "amount converted": (random, payment) => {
    const whole = wholeTruth(random, payment);
    const most = Math.max(100, Math.floor(whole.amountCents / 100));
    return { ...whole, amountCents: Math.max(1, whole.amountCents + random.int(-most, most)) };
  },
  "date shifted": (random, payment) => {
    const shift = random.pick([-10, -7, -5, -4, 4, 5, 6, 7, 9, 12]);
    return { ...wholeTruth(random, payment), transactionDate: addDays(payment.at, shift).slice(0, 10) };
  },
  "descriptor mangled": (random, payment) => ({
    ...wholeTruth(random, payment),
    descriptor: mangled(random, payment.tenant.name),
  }),
  // Another merchant's transaction that was sent to this tenant, made as hard as it can be: its own prices and its own name.
  "no such payment": (random, payment) => ({
    ...wholeTruth(random, payment),
    authCode: random.chance(0.5) ? authCode(random) : null,
    arn: random.chance(0.25) ? `7${digits(random, 22)}` : null,
    cardLast4: digits(random, 4),
    cardBin: random.chance(0.5) ? `${400_000 + random.int(0, 59) * 137}` : null,
    transactionDate: addDays("2026-07-01T00:00:00.000Z", random.int(0, madeDays - 1)).slice(0, 10),
  }),
};

/** Alerts with their truth. A tenth are about payments that were made twice, which is what people complain of. */
export function madeAlerts(random: Random, payments: readonly MadePayment[], count: number): MadeAlert[] {
  const kinds = alertKinds.flatMap((kind) => Array.from({ length: shares[kind] }, () => kind));
  const twins = payments.filter((payment, at) => at > 0 && payments[at - 1]?.customer === payment.customer);
  return Array.from({ length: count }, (_, number) => {
    const payment = random.pick(random.chance(0.1) ? twins : payments);
    const kind = kinds[number % kinds.length] ?? "exact reference";
    const truth = kind === "no such payment" ? null : payment.paymentId;
    return { kind, tenant: payment.tenant, said: say[kind](random, payment), truth };
  });
}

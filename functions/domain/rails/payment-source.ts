/** How the payer pays: `ach` is pulled from their bank, `ach_push` is a transfer they send. */
export const paymentSources = ["ach", "ach_push"] as const;
export type PaymentSource = (typeof paymentSources)[number];

export const paymentStatuses = ["processing", "succeeded", "failed", "canceled", "returned", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

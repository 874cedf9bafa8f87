import * as z from "zod";

export const transferKinds = ["collection", "payout", "return", "sweep"] as const;

/** One movement as the rail tells it. A collection and a return are cents of fiat, a payout and a sweep are stablecoin as decimal text. */
export const railTransfer = z.object({
  railRef: z.string(),
  /** The rail's own reference of this movement, where each has one. */
  transferRef: z.string().optional(),
  /** The reference that we gave with the collection, where the rail keeps it. */
  reference: z.string().nullable(),
  kind: z.enum(transferKinds),
  amountCents: z.int().nullable(),
  amount: z.string().nullable(),
  at: z.string(),
  state: z.enum(["pending", "done", "failed"]),
});

export type RailTransfer = z.infer<typeof railTransfer>;

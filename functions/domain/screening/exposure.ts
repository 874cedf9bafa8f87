import * as z from "zod";
import { exposureKinds, riskCategories, riskLevels } from "./risk.ts";

/** One thing that a provider of graph analysis said about an address, in our words. */
export const exposureFinding = z.object({
  category: z.enum(riskCategories),
  /** As the provider names them; null where it names nobody. */
  entity: z.string().nullable(),
  exposure: z.enum(exposureKinds),
  /** The part of the address's value that it is about, in basis points; null where the provider does not say. */
  shareBps: z.int().min(0).max(10_000).nullable(),
  severity: z.enum(riskLevels),
});

export type ExposureFinding = z.infer<typeof exposureFinding>;

/** What became of asking a provider: `complete` alone says something; `pending` will say it later under `ref`. */
export const exposureAnswer = z.object({
  provider: z.string(),
  status: z.enum(["complete", "pending", "error"]),
  ref: z.string().nullable(),
  findings: z.array(exposureFinding),
  /** The provider's own score, as it gives it. */
  score: z.string().nullable(),
});

export type ExposureAnswer = z.infer<typeof exposureAnswer>;

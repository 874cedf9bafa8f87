import * as z from "zod";
import { exportStatuses } from "./export.ts";

export const exportView = z.object({
  id: z.string(),
  report: z.enum(["recon", "close", "trial_balance"]).describe("what is made"),
  format: z.enum(["json", "csv", "beancount"]).describe("as what it is made"),
  tenantId: z.string().nullable(),
  status: z.enum(exportStatuses).describe("how far it is"),
  bytes: z.int().nullable().describe("the file's size; null until it is there"),
  url: z.string().nullable().describe("the file, for 15 minutes from now; ask again for a fresh link"),
  urlExpiresAt: z.string().nullable(),
  href: z.string().describe("where the answer or this state is asked for"),
  reason: z.string().nullable().describe("why it failed"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type ExportView = z.infer<typeof exportView>;

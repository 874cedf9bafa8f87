import * as z from "zod";
import { exportStatuses } from "./export.ts";

export const exportView = z.object({
  id: z.string(),
  report: z.enum(["recon", "close", "trial_balance"]),
  format: z.enum(["json", "csv", "beancount"]),
  tenantId: z.string().nullable(),
  status: z.enum(exportStatuses),
  bytes: z.int().nullable(),
  url: z.string().nullable().describe("the file, for 15 minutes from now; ask again for a fresh link"),
  urlExpiresAt: z.string().nullable(),
  href: z.string().describe("where the answer or this state is asked for"),
  reason: z.string().nullable().describe("why it failed"),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type ExportView = z.infer<typeof exportView>;

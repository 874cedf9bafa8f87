import * as z from "zod";
import { closeFigures, closeRow, escrowCloseRow } from "./close.ts";

export const closeReport = z.object({
  ...closeFigures.shape,
  preliminary: z.boolean().describe("true within five minutes after the day's end: not kept yet"),
  sha256: z.string().describe("over date to escrows as canonical JSON (RFC 8785)"),
  settlements: z.array(closeRow).nullable().describe("null where there are too many: see download"),
  escrowRows: z.array(escrowCloseRow).nullable().describe("null where there are too many: see download"),
  download: z
    .object({ url: z.string().describe("where the file is, for 15 minutes"), expiresAt: z.string() })
    .nullable()
    .describe("the CSV of a close that is too large for a reply"),
});

export type CloseReport = z.infer<typeof closeReport>;

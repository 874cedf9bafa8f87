import * as z from "zod";
import { screenRecord } from "../../domain/gate/payout-gate.ts";
import type { RecordType } from "../core/aggregate.ts";
import { rowKey } from "../core/row-keys.ts";

const refusedScreen = z.object({
  settlementId: z.string(),
  tenantId: z.string(),
  invoiceId: z.string(),
  address: z.string(),
  chain: z.string(),
  record: screenRecord,
});

/** A screen that let no settlement come into being: kept for the audit, since nothing else is. */
export type RefusedScreen = z.infer<typeof refusedScreen>;

export const refusedScreenRecordType: RecordType<RefusedScreen> = {
  type: "screening",
  schema: refusedScreen,
  key: (settlementId) => rowKey(`screen#${settlementId}`),
  id: (state) => state.settlementId,
  tenantId: (state) => state.tenantId,
  index: () => ({}),
};

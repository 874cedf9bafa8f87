import { type Screen, screen } from "../../domain/screening/screen.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dueIndex } from "../core/due-index.ts";
import { rowKey } from "../core/row-keys.ts";

/** Its tenant is the account that asked. */
export const screenRecordType: RecordType<Screen> = {
  type: "screen",
  schema: screen,
  id: (state) => state.id,
  tenantId: (state) => state.accountId,
  index: ({ id, askAgainAt }) => (askAgainAt === null ? {} : { due: dueIndex(rowKey(id), askAgainAt) }),
};

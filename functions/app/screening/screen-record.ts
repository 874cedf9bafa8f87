import { type Screen, screen } from "../../domain/screening/screen.ts";
import type { Kind } from "../core/aggregate.ts";
import { dueIndex } from "../core/due.ts";
import { rowKey } from "../core/rows.ts";

/** Its tenant is the account that asked. */
export const screenKind: Kind<Screen> = {
  type: "screen",
  schema: screen,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.accountId,
  index: ({ id, askAgainAt }) => (askAgainAt === null ? {} : { due: dueIndex(rowKey(id), askAgainAt) }),
};

import { type Screen, screen } from "../domain/screen.ts";
import type { Kind } from "./aggregate.ts";
import { dueIndex } from "./due.ts";
import { rowKey } from "./kinds.ts";

/** Its tenant is the account that asked. */
export const screenKind: Kind<Screen> = {
  type: "screen",
  schema: screen,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.accountId,
  index: ({ id, askAgainAt }) => (askAgainAt === null ? {} : { due: dueIndex(rowKey(id), askAgainAt) }),
};

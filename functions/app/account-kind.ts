import { type Account, account } from "../domain/account.ts";
import type { Kind } from "./aggregate.ts";
import { rowKey } from "./kinds.ts";
import type { ListSource } from "./list.ts";

/** All accounts. */
export const accountList: ListSource = { index: "list", name: "all#account", partitions: ["all#account"] };

export const accountKind: Kind<Account> = {
  type: "account",
  schema: account,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.id,
  index: (state) => ({ list: [accountList.name, `${state.createdAt}#${state.id}`] }),
};

import { type Account, account } from "../../domain/screening/account.ts";
import type { Kind } from "../core/aggregate.ts";
import type { ListSource } from "../core/list.ts";
import { rowKey } from "../core/rows.ts";

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

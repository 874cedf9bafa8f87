import { type Account, account } from "../../domain/screening/account.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { ListSource } from "../core/list-page.ts";

export const accountList: ListSource = { index: "list", name: "all#account", partitions: ["all#account"] };

/** What finds accounts by their whole name, in any case of its letters. */
export function namedPointer(name: string): string {
  return `account ${name}`;
}

export const accountRecordType: RecordType<Account> = {
  type: "account",
  schema: account,
  id: (state) => state.id,
  tenantId: (state) => state.id,
  pointers: ({ name }) => [{ value: namedPointer(name) }],
  index: (state) => ({ list: [accountList.name, `${state.createdAt}#${state.id}`] }),
};

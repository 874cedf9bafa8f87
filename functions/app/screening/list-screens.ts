import { serviceBegan } from "../../domain/core/time.ts";
import type { RiskLevel, ScreenAction } from "../../domain/screening/risk.ts";
import { isPlain, type Screen } from "../../domain/screening/screen.ts";
import type { ReadContext } from "../core/context.ts";
import {
  createdIn,
  type ListPage,
  type ListRequest,
  type ListSource,
  listAggregates,
  monthlyPartitions,
} from "../core/list-page.ts";
import { isCreatedIn, listByPointer, matches, pointersAt } from "../core/list-pointers.ts";
import { listOfAll } from "../tenants/list-all.ts";
import { accountList } from "./account-record.ts";
import { getAccount } from "./accounts.ts";
import { everybody, flaggedPartition, screenedPointer, screenPartition, screenRecordType } from "./screen-record.ts";

/** What screens are narrowed by; `value` is an address in any way of writing it, or a transaction's reference. */
export interface ScreenFilter extends ListRequest {
  readonly accountId?: string | undefined;
  readonly value?: string | undefined;
  readonly action?: ScreenAction | undefined;
  readonly risk_level?: RiskLevel | undefined;
}

/** Screens of all accounts, newest first. Each way of asking has its own list, so that a page costs the same wherever it is: a value's, the account's, those that are not plain, all. Refuses an account that is not there. */
export async function listScreens(context: ReadContext, query: ScreenFilter): Promise<ListPage<Screen>> {
  const { accountId, value, action, risk_level } = query;
  const owner = accountId === undefined ? undefined : (await getAccount(context, accountId)).state;
  const isWanted = (state: Screen) =>
    matches(state, { accountId }) &&
    matches(state.verdict, { action, risk_level }) &&
    isCreatedIn(state.createdAt, query);
  if (value !== undefined)
    return listByPointer(context, screenRecordType, pointersAt(screenedPointer(value), "scr"), query, isWanted);
  const since = owner?.createdAt ?? serviceBegan;
  if (!isPlain({ action: action ?? "allow", risk_level: risk_level ?? "low" })) {
    const partition = (month: string) => flaggedPartition(owner?.id ?? everybody, month);
    const source = monthly(context, owner ? "status" : "group", partition, { since, query });
    return listAggregates(context, screenRecordType, source, query, isWanted);
  }
  if (owner) {
    const source = monthly(context, "group", (month) => screenPartition(owner.id, month), { since, query });
    return listByPointer(context, screenRecordType, source, query, isWanted);
  }
  const isFiltered = action !== undefined || risk_level !== undefined;
  return listOfAll(context, screenRecordType, query, {
    owners: accountList.name,
    wanted: isFiltered ? isWanted : undefined,
  });
}

/** The lists of each month since something began, as one. */
export function monthly(
  { clock }: ReadContext,
  index: "status" | "group",
  partition: (month: string) => string,
  { since, query }: { readonly since: string; readonly query: ListRequest },
): ListSource {
  const { createdAfter: from, createdBefore: before } = query;
  const partitions = monthlyPartitions(partition, since, clock.now(), createdIn(query));
  return { index, name: `${index}#${partition("")}`, partitions, from, before };
}

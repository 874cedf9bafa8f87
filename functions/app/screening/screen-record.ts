import { sharedKey } from "../../domain/addresses/address-keys.ts";
import { monthOf } from "../../domain/core/time.ts";
import { isPlain, type Screen, screen } from "../../domain/screening/screen.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dueIndex } from "../core/due-index.ts";
import type { Row } from "../core/ports.ts";
import { allPlace, listPartition, rowKey, tenantPlace } from "../core/row-keys.ts";

const noun = "screen";
const flagged = "flagged";

/** Where an account's screens of a month are listed; those that are not plain have a list of their own, and one of everybody's. */
export function screenPartition(accountId: string, month: string): string {
  return listPartition(accountId, noun, month);
}

export function flaggedPartition(accountId: string, month: string): string {
  return listPartition(accountId, noun, month, flagged);
}

/** The account under which everybody's screens that are not plain are listed. */
export const everybody = "all";

/** What finds the screens of a value, in whatever way it is written. */
export function screenedPointer(value: string): string {
  return `screened ${sharedKey(value)}`;
}

/** Few are not plain, so that their row itself is on two more lists. */
function flaggedIndex({ id, accountId: tenantId, createdAt, verdict }: Screen): NonNullable<Row["index"]> {
  if (isPlain(verdict)) return {};
  const place = tenantPlace(noun, { id, tenantId, createdAt }, flagged);
  return { status: place, group: [flaggedPartition(everybody, monthOf(createdAt)), place[1]] };
}

/** Its tenant is the account that asked. */
export const screenRecordType: RecordType<Screen> = {
  type: noun,
  schema: screen,
  id: (state) => state.id,
  tenantId: (state) => state.accountId,
  index: (state) => ({
    ...(state.askAgainAt !== null && { due: dueIndex(rowKey(state.id), state.askAgainAt) }),
    ...flaggedIndex(state),
  }),
  // One small row lists it thrice: by its value, among its account's and among all.
  pointers: ({ id, accountId: tenantId, createdAt, subject: { value } }) => [
    {
      value: screenedPointer(value),
      index: { list: allPlace(noun, { id, createdAt }), group: tenantPlace(noun, { id, tenantId, createdAt }) },
    },
  ],
};

import { firstIdAt } from "../../domain/core/id.ts";
import { readBody } from "../../domain/core/stored-body.ts";
import { monthOf } from "../../domain/core/time.ts";
import { type Mailing, mailing, type mailingStatuses } from "../../domain/mail/mailing.ts";
import type { Entry } from "../core/aggregate.ts";
import { derivedTail } from "../core/deterministic-id.ts";
import { letterIndex } from "../core/due-index.ts";
import type { Key, Row } from "../core/ports.ts";
import { listPartition, rowKey } from "../core/row-keys.ts";

/** Letters are remembered for 90 days, like deliveries; what they said is not. */
export const rememberedDays = 90;

/** The letter that an entry asks for: handed on twice, it is one. It sorts by the entry's time. */
export function letterId({ at, hash }: Pick<Entry, "at" | "hash">, index: number): string {
  return `${firstIdAt("eml", at)}${derivedTail(`${hash}#${index}`)}`;
}

/** The partition that lists one month's letters: everybody's or a tenant's, those of one status where one is given. */
export function letterPartition(owner: string, month: string, status?: (typeof mailingStatuses)[number]): string {
  return listPartition(owner, "mail", month, status);
}

/** The partition of the `ref` index that lists the letters about a record. */
export function lettersAbout(id: string): string {
  return `mail#${id}`;
}

/** A letter as a row: due while nobody has sent it, listed among all, by status, by tenant and by what it is about. */
export function letterRow(state: Mailing, v: number): Row {
  const key = rowKey(state.id);
  const { id, tenantId, about, status, createdAt, dueAt } = state;
  const month = monthOf(createdAt);
  const place = `${createdAt}#${id}`;
  return {
    ...key,
    v,
    type: "letter",
    body: state,
    index: {
      group: [letterPartition("all", month), place],
      status: [letterPartition("all", month, status), place],
      list: [letterPartition(tenantId, month), place],
      ref: [lettersAbout(about), place],
      ...(dueAt === null ? {} : { due: letterIndex(key, dueAt) }),
    },
    ttl: Math.floor(Date.parse(createdAt) / 1000) + rememberedDays * 86_400,
  };
}

export interface LoadedMailing {
  readonly v: number;
  readonly state: Mailing;
}

export function loadedMailing(row: Row | undefined): LoadedMailing | undefined {
  return row?.type === "letter" ? { v: row.v, state: readBody(mailing, row.body) } : undefined;
}

export function storedLetterKey(id: string): Key {
  return { pk: id, sk: "kept" };
}

import type { MailTemplate } from "../../domain/core/mail.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { addDays } from "../../domain/core/time.ts";
import { type MailView, type MailWithLetter, storedLetter } from "../../domain/mail/mail-view.ts";
import type { Mailing, mailingStatuses } from "../../domain/mail/mailing.ts";
import type { ReadContext } from "../core/context.ts";
import { type ListPage, type ListRequest, type ListSource, listRows, monthlyPartitions } from "../core/list-page.ts";
import { openPersonal } from "../core/personal-data.ts";
import { rowKey } from "../core/row-keys.ts";
import { letterPartition, lettersAbout, loadedMailing, rememberedDays, storedLetterKey } from "./letter-rows.ts";

export interface LetterQuery extends ListRequest {
  readonly tenantId?: string | undefined;
  readonly status?: (typeof mailingStatuses)[number] | undefined;
  readonly template?: MailTemplate | undefined;
  readonly about?: string | undefined;
}

export async function listLetters(context: ReadContext, query: LetterQuery): Promise<ListPage<MailView>> {
  const { rows, nextCursor } = await listRows(context.store, sourceOf(context, query), query, (row) => {
    const state = loadedMailing(row)?.state;
    return state !== undefined && isWanted(state, query);
  });
  const letters = rows.flatMap((row) => loadedMailing(row)?.state ?? []).map(viewOf);
  return { data: await openPersonal(context, letters), nextCursor };
}

function isWanted(state: Mailing, { tenantId, status, template }: LetterQuery): boolean {
  return (
    (tenantId === undefined || state.tenantId === tenantId) &&
    (status === undefined || state.status === status) &&
    (template === undefined || state.template === template)
  );
}

function sourceOf({ clock }: ReadContext, { tenantId, status, about, ...range }: LetterQuery): ListSource {
  if (about !== undefined) return { index: "ref", name: lettersAbout(about), partitions: [lettersAbout(about)] };
  const now = clock.now();
  const since = addDays(now, -rememberedDays);
  const months = (of: (month: string) => string) => monthlyPartitions(of, since, now, range);
  if (tenantId !== undefined)
    return {
      ...{ index: "list", name: `mail#${tenantId}` },
      partitions: months((month) => letterPartition(tenantId, month)),
    };
  return {
    ...{ index: status === undefined ? "group" : "status", name: `mail#all#${status ?? ""}` },
    partitions: months((month) => letterPartition("all", month, status)),
  };
}

/** One letter, and what it said where that was kept. */
export async function getLetter(context: Omit<ReadContext, "clock">, id: string): Promise<MailWithLetter> {
  const [row, stored] = await context.store.read([rowKey(id), storedLetterKey(id)]);
  const state = loadedMailing(row)?.state;
  if (!state) throw new Refusal("not_found", "no such letter");
  const letter = stored?.type === "kept_letter" ? storedLetter.parse(stored.body) : null;
  return { ...(await openPersonal(context, viewOf(state))), letter };
}

function viewOf({ leaseUntil: _, dueAt: __, ...shown }: Mailing): MailView {
  return shown;
}

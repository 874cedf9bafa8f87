import { html } from "hono/html";
import { type LettersAsked, listLetters } from "../../../app/mail/reads.ts";
import { mailTemplates } from "../../../domain/core/mail.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import { mailingStatuses } from "../../../domain/mail/mailing.ts";
import { code, moment, pager, table } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { letterBadge, letterWords, peopleNav } from "../onboarding/people-labels.ts";
import type { PeopleDesk } from "../people-context.ts";

/** The letters of the last 90 days, newest first. */
export async function lettersPage(desk: PeopleDesk, view: View, asked: LettersAsked): Promise<Content> {
  const { data, nextCursor } = await listLetters(desk, asked);
  const rows = data.map((each) => [
    html`<a href="${href(view, `people/letters/${each.id}`)}">${letterWords[each.template]}<span class="hidden"> ${each.id}</span></a>`,
    html`<span dir="auto">${each.to}</span>`,
    letterBadge(each.status),
    code(each.about),
    moment(each.createdAt),
  ]);
  const columns = ["Letter", "To", "Status", "About", "Asked for"].map((head) => ({ head }));
  const filters = filterForm(view, "people/letters", [
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [["", "any"], ...mailingStatuses.map((each) => [each, spoken(each)] as const)],
    },
    {
      ...{ name: "template", label: "Letter", value: asked.template },
      options: [["", "any"], ...mailTemplates.map((each) => [each, letterWords[each]] as const)],
    },
    await tenantField(desk, asked.tenantId, "all"),
    { name: "about", label: "About the record", hint: "Its id", value: asked.about, maxLength: 64 },
  ]);
  return {
    title: "Letters",
    main: html`${peopleNav(view)}<h1>Letters</h1>
<section>${filters}${table("Letters of the last 90 days, newest first", columns, rows, "No letter is like that.")}${pager(view, "people/letters", { ...asked }, nextCursor)}</section>`,
  };
}

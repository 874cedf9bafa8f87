import { html } from "hono/html";
import { listLetters } from "../../../app/mail/reads.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import { code, isolated, link, moment } from "../kit/components.ts";
import { oneOf } from "../kit/list.ts";
import { tenantFilter } from "../kit/tenant-field.ts";
import { letterBadge, letterWords, peopleNav } from "../onboarding/people-labels.ts";
import { peopleList } from "../people-context.ts";

/** The letters of the last 90 days, newest first. */
export const lettersPage = peopleList(consolePeopleOperations.showLetters, {
  title: "Letters",
  tabs: peopleNav,
  load: listLetters,
  caption: "Letters of the last 90 days, newest first",
  columns: [
    [
      "Letter",
      ({ id, template }, { view }) =>
        link(view, `people/letters/${id}`, html`${letterWords[template]}<span class="hidden"> ${id}</span>`),
    ],
    ["To", ({ to }) => isolated(to)],
    ["Status", ({ status }) => letterBadge(status)],
    ["About", ({ about }) => code(about)],
    ["Asked for", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No letter is like that.",
  filters: {
    status: oneOf("Status", spoken),
    template: oneOf("Letter", letterWords),
    tenantId: tenantFilter(),
    about: { label: "About the record", hint: "Its id" },
  },
});

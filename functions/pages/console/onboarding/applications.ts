import { html } from "hono/html";
import type { ListRequest } from "../../../app/core/list.ts";
import { listKyb } from "../../../app/onboarding/reads.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import {
  isWithPartner,
  type Kyb,
  type KybStatus,
  kybStatuses,
  kybSteps,
} from "../../../domain/onboarding/kyb.ts";
import { viewOfKyb } from "../../../domain/onboarding/view.ts";
import type { Html } from "../../kit/page.ts";
import { distance, moment, pager, section, table } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { type Content, href, type View } from "../kit/view.ts";
import type { PeopleDesk } from "../people-context.ts";
import { applicationBadge, missingWords, peopleNav } from "./people-labels.ts";

/** Applications of each status that the list shows above all others. */
const mostWaiting = 25;

type Asked = ListRequest & { readonly status?: KybStatus | undefined };

function nameCell(view: View, { id, legalName, answers }: Kyb): Html {
  const name = answers.company?.legalName ?? legalName;
  return html`<a href="${href(view, `people/applications/${id}`)}" dir="auto">${name}<span class="hidden"> ${id}</span></a>`;
}

async function withPartner(desk: PeopleDesk, view: View): Promise<Html> {
  const waiting = kybStatuses.filter((status) => isWithPartner({ status }));
  const lists = await Promise.all(waiting.map((status) => listKyb(desk, { status, limit: mostWaiting })));
  const since = (state: Kyb) => state.submittedAt ?? state.createdAt;
  const states = lists.flatMap(({ data }) => data).toSorted((a, b) => (since(a) < since(b) ? -1 : 1));
  const rows = states.map((state) => [
    nameCell(view, state),
    applicationBadge(state.status),
    state.partner?.missing.map(missingWords).join(", ") || "nothing",
    distance(since(state), view.now),
    state.partner?.lookAt ? distance(state.partner.lookAt, view.now) : "–",
  ]);
  const columns = ["Business", "Status", "It lacks", "Submitted", "Next look"].map((head) => ({ head }));
  const more = lists.some(({ nextCursor }) => nextCursor !== null);
  return section(
    "With the partner",
    table("Applications that the partner has, the longest first", columns, rows, "The partner has none."),
    more && html`<p class="soft">There are more: narrow the list below to them.</p>`,
  );
}

async function all(desk: PeopleDesk, view: View, asked: Asked): Promise<Html> {
  const { data, nextCursor } = await listKyb(desk, asked);
  const rows = data.map((state) => {
    const done = viewOfKyb(state).stepsDone.length;
    return [
      nameCell(view, state),
      applicationBadge(state.status),
      `${done} of ${kybSteps.length} steps`,
      html`<span dir="auto">${state.contactEmail}</span>`,
      moment(state.createdAt),
    ];
  });
  const columns = ["Business", "Status", "Done", "Contact", "Invited"].map((head) => ({ head }));
  const filters = filterForm(view, "people/applications", [
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [["", "any"], ...kybStatuses.map((each) => [each, spoken(each)] as const)],
    },
  ]);
  return section(
    "All applications",
    filters,
    table("Applications, newest first", columns, rows, "No application is like that."),
    pager(view, "people/applications", { ...asked }, nextCursor),
  );
}

/** The applications that the partner has, and all of them. A filtered or later page shows the list alone. */
export async function applicationsPage(desk: PeopleDesk, view: View, asked: Asked): Promise<Content> {
  const isWhole = asked.status === undefined && asked.cursor === undefined;
  return {
    title: "Applications",
    main: html`${peopleNav(view)}<div class="head"><h1>Applications</h1><a class="button end" href="${href(view, "people/applications/new")}">Invite a business</a></div>
${isWhole && (await withPartner(desk, view))}${await all(desk, view, asked)}`,
  };
}

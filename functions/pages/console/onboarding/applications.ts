import { html } from "hono/html";
import { listKyb } from "../../../app/onboarding/reads.ts";
import { consolePeopleOperations } from "../../../contract/console/console-people.ts";
import { spoken } from "../../../domain/disputes/labels.ts";
import { isWithPartner, type Kyb, kybStatuses, kybSteps } from "../../../domain/onboarding/kyb.ts";
import { viewOfKyb } from "../../../domain/onboarding/view.ts";
import type { Html } from "../../kit/page.ts";
import { distance, isolated, moment, recordLink, section, table } from "../kit/components.ts";
import { oneOf } from "../kit/list.ts";
import { href, type View } from "../kit/view.ts";
import { type PeopleContext, peopleList } from "../people-context.ts";
import { applicationBadge, missingWords, peopleNav } from "./people-labels.ts";

/** Applications of each status that the list shows above all others. */
const mostWaiting = 25;

function nameCell(view: View, { id, legalName, answers }: Kyb): Html {
  return recordLink(view, "people/applications", answers.company?.legalName ?? legalName, id);
}

async function withPartner(context: PeopleContext, view: View): Promise<Html> {
  const waiting = kybStatuses.filter((status) => isWithPartner({ status }));
  const lists = await Promise.all(waiting.map((status) => listKyb(context, { status, limit: mostWaiting })));
  const since = (state: Kyb) => state.submittedAt ?? state.createdAt;
  const states = lists.flatMap(({ data }) => data).toSorted((a, b) => (since(a) < since(b) ? -1 : 1));
  const more = lists.some(({ nextCursor }) => nextCursor !== null);
  return section(
    "With the partner",
    table(
      "Applications that the partner has, the longest first",
      states,
      [
        ["Business", (state) => nameCell(view, state)],
        ["Status", ({ status }) => applicationBadge(status)],
        ["It lacks", ({ partner }) => partner?.missing.map(missingWords).join(", ") || "nothing"],
        ["Submitted", (state) => distance(since(state), view.now)],
        ["Next look", ({ partner }) => (partner?.lookAt ? distance(partner.lookAt, view.now) : "–")],
      ],
      "The partner has none.",
    ),
    more && html`<p class="soft">There are more: narrow the list below to them.</p>`,
  );
}

/** The applications that the partner has, and all of them. A filtered or later page shows the list alone. */
export const applicationsPage = peopleList(consolePeopleOperations.showApplications, {
  title: "Applications",
  tabs: peopleNav,
  beside: (view) =>
    html`<a class="button end" href="${href(view, "people/applications/new")}">Invite a business</a>`,
  above: withPartner,
  section: "All applications",
  load: listKyb,
  caption: "Applications, newest first",
  columns: [
    ["Business", (state, { view }) => nameCell(view, state)],
    ["Status", ({ status }) => applicationBadge(status)],
    ["Done", (state) => `${viewOfKyb(state).stepsDone.length} of ${kybSteps.length} steps`],
    ["Contact", ({ contactEmail }) => isolated(contactEmail)],
    ["Invited", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No application is like that.",
  filters: { status: oneOf("Status", spoken) },
});

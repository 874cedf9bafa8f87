import { html } from "hono/html";
import { locales } from "../../../domain/core/mail.ts";
import { isWithPartner, type Kyb } from "../../../domain/onboarding/kyb.ts";
import type { Html } from "../../kit/page.ts";
import { section, trail } from "../kit/components.ts";
import { type Form, folded, formOfView } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import type { Content, View } from "../kit/view.ts";
import type { PeopleDesk } from "../people-context.ts";
import { localeWords } from "./people-labels.ts";

/** Where a business is invited, for a tenant where one is named. */
export async function newInvitePage(
  desk: PeopleDesk,
  view: View,
  tenantId: string | undefined,
): Promise<Content> {
  const tenant = await tenantField(desk, tenantId, "a new one, once it is approved");
  const form: Form = {
    ...{ operation: "inviteByHand", to: "people/applications", submit: "Invite" },
    fields: [
      { name: "legalName", label: "Legal name", maxLength: 200 },
      {
        ...{ name: "contactEmail", label: "Contact e-mail", type: "email" },
        hint: "A letter with a link of its own goes there",
      },
      tenant,
      {
        ...{ name: "locale", label: "Language of its letters", value: "en" },
        options: locales.map((each) => [each, localeWords[each]] as const),
      },
    ],
  };
  return {
    title: "Invite a business",
    main: html`${trail(view, [["people/applications", "Applications"]])}<h1>Invite a business</h1>
<section>${formOfView(view, form)}</section>`,
  };
}

/** Everything that can be done about an application as it stands. */
export function applicationDoings(view: View, state: Kyb): Html {
  const { id, status, decidedAt } = state;
  const to = `people/applications/${id}`;
  const resend: Form = { operation: "resendByHand", to: `${to}/resend`, submit: "Make a new link" };
  const revoke: Form = {
    ...{ operation: "revokeByHand", to: `${to}/revoke`, submit: "Revoke the invitation" },
    look: "danger",
  };
  const isOver = status === "revoked" || decidedAt !== null;
  const forms = [
    !isOver &&
      folded(
        view,
        "Send again",
        resend,
        `A letter goes to ${state.contactEmail}, and its link and the one that you are shown are the only ones that open it from then on.`,
      ),
    !isOver &&
      !isWithPartner(state) &&
      folded(
        view,
        "Revoke",
        revoke,
        "No link of it opens anything any more, and it cannot be opened again. What was said is kept.",
      ),
  ].filter((form) => form !== false);
  return section(
    "What can be done",
    forms.length === 0
      ? html`<p class="empty">It has ended: nothing more can be done about it.</p>`
      : html`<div class="doings">${forms}</div>`,
  );
}

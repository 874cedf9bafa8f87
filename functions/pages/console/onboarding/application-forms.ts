import { html } from "hono/html";
import { consolePeopleActionOperations as forms } from "../../../contract/console/console-people-actions.ts";
import { isWithPartner, type Kyb } from "../../../domain/onboarding/kyb.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, openActions } from "../kit/action.ts";
import { trail } from "../kit/components.ts";
import { localeLabels } from "../kit/labels.ts";
import { tenantField } from "../kit/tenant-field.ts";
import type { Content, View } from "../kit/view.ts";
import type { PeopleContext } from "../people-context.ts";

/** Where a business is invited, for a tenant where one is named. */
export async function newInvitePage(
  context: PeopleContext,
  view: View,
  { query: { tenantId } }: { readonly query: { readonly tenantId?: string | undefined } },
): Promise<Content> {
  const { name: _, ...tenant } = await tenantField(context, tenantId, "a new one, once it is approved");
  const invite = action(forms.inviteByHand, {
    submit: "Invite",
    fields: {
      legalName: "Legal name",
      contactEmail: { label: "Contact e-mail", hint: "A letter with a link of its own goes there" },
      tenantId: tenant,
      locale: { label: "Language of its letters", called: localeLabels },
    },
  });
  return {
    title: "Invite a business",
    main: html`${trail(view, [["people/applications", "Applications"]])}<h1>Invite a business</h1>
<section>${actionForm(view, invite)}</section>`,
  };
}

const resend = action(forms.resendByHand, { opens: "Send again", submit: "Make a new link" });
const revoke = action(forms.revokeByHand, {
  opens: "Revoke",
  before: "No link of it opens anything any more, and it cannot be opened again. What was said is kept.",
  submit: "Revoke the invitation",
  look: "danger",
});

/** Everything that can be done about an application as it stands. */
export function applicationActions(view: View, state: Kyb): Html {
  const { id, status, decidedAt, contactEmail } = state;
  const isOver = status === "revoked" || decidedAt !== null;
  const before = `A letter goes to ${contactEmail}, and its link and the one that you are shown are the only ones that open it from then on.`;
  return openActions([
    !isOver && actionForm(view, { ...resend, before }, { id }),
    !isOver && !isWithPartner(state) && actionForm(view, revoke, { id }),
  ]);
}

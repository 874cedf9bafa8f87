import { html } from "hono/html";
import type { ReviewItem } from "../../../app/review/review.ts";
import { reviewForms } from "../../../contract/console/console-review.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { actionRoles, type RecordAction, recordActions } from "../../../domain/review/review-reason-code.ts";
import { settlementDecisions } from "../../../domain/settlement/operator-actions.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, type FieldText, formRow, why } from "../kit/action.ts";
import { emptyText } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

interface ActionTexts {
  readonly name: string;
  readonly does: string;
  readonly danger?: boolean;
  readonly fields?: Readonly<Record<string, FieldText>>;
}

const reference = { label: "Reference", hint: "The bank’s or the vendor’s, by which others find it" };

export const actionTexts: Readonly<Record<RecordAction, ActionTexts>> = {
  retry_screen: { name: "Ask the screen again", does: "The provider is asked at once, in a new round." },
  resume: {
    name: "Resume it",
    does: "A new machine takes it up where its record stands; vendors are asked by the same keys.",
  },
  accept: {
    name: "Accept the amount",
    does: "What came is applied to the invoice, and the settlement goes on with it.",
  },
  top_up: { name: "Wait for the rest", does: "What came is kept, and the settlement waits for what is missing." },
  apply: {
    name: "Apply it to an invoice",
    does: "What came after the payment was canceled pays the invoice as a payment of its own, which goes on to the tenant’s wallet. The wallet is screened first.",
    fields: { invoiceId: { label: "Invoice", hint: "Its id; blank for the canceled payment’s own" } },
  },
  verdict: {
    name: "Give a verdict",
    does: "The manual review’s verdict on the wallet. A block or a list hit cannot be overruled.",
    fields: {
      verdict: {
        label: "Verdict",
        choose: "Choose",
        called: { pass: "Pass: pay out to this wallet", decline: "Decline: nothing is paid out" },
      },
    },
  },
  resolve: {
    name: "Close what did not add up",
    does: "It was dealt with outside; the reference says how.",
    fields: { reference },
  },
  release_reserve: {
    name: "Let the reserve go",
    does: "It is paid out to the tenant’s wallet as soon as the rail’s return window is over and the wallet passes its screen.",
  },
  open_case: {
    name: "Open a case",
    does: "The alert goes on as a dispute case, or joins the open one about its payment.",
  },
  dismiss_alert: { name: "Dismiss it", does: "Nothing is to be done about this alert." },
  accept_loss: {
    name: "Accept the loss",
    does: "The dispute is not answered: the network keeps what it took from the tenant.",
    danger: true,
  },
  reported: {
    name: "Record the report",
    does: "The blocked money was reported to the authority, or the listed wallet dealt with otherwise, under this reference. The money stays where it is.",
    fields: { reference: { ...reference, hint: "The report’s, by which the authority or your file has it" } },
  },
  return: { name: "Send it back by the rail", does: "The payer gets the money back." },
  returned_off_platform: {
    name: "Record that it was sent back",
    does: "The money went back to the payer outside the rail; the ledger says so from then on. Of what came beyond an escrow’s amount the extra alone goes back, and the rest is held.",
    fields: { reference },
  },
  fail: { name: "Give it up", does: "The settlement fails. What was collected is held.", danger: true },
};

const addNote = action(reviewForms.actOnItem, {
  key: "note",
  submit: "Add the note",
  look: "quiet",
  fields: { note: { label: "Note", type: "lines" } },
});
const takeOn = action(reviewForms.actOnItem, { key: "assign", submit: "I look after it" });
const handOver = action(reviewForms.actOnItem, {
  key: "assign",
  opens: "Hand over",
  submit: "Hand it over",
  fields: { assignee: { label: "Who looks after it", hint: "An operator’s name; blank for nobody" } },
});

export function noteForm(view: View, { id }: ReviewItem): Html {
  return actionForm(view, addNote, { id });
}

/** Takes an item on, hands it over, or lays it down. */
export function assignForms(view: View, { id, assignee }: ReviewItem): Html {
  const me = operatorName(view.actor ?? "");
  return formRow(
    assignee !== me && actionForm(view, { ...takeOn, hidden: { assignee: me } }, { id }),
    actionForm(view, handOver, { id }, { assignee }),
  );
}

/** Every action that is open, each with what it does and whether a second operator must agree. */
export function actionForms(view: View, item: ReviewItem): Html {
  const open = recordActions.filter((act) => item.actions.includes(act));
  const ordered = Object.keys(actionTexts).filter((act): act is RecordAction => open.includes(act as RecordAction));
  if (ordered.length === 0) return emptyText("Nothing can be done but to wait, to write a note, or to name somebody.");
  const forms = ordered.map((act) => {
    const { name, does, danger, fields } = actionTexts[act];
    const { second } = settlementDecisions[act];
    const form = action(reviewForms.actOnItem, {
      key: act,
      role: actionRoles[act],
      opens: name,
      before: `${does} ${second ? "Another operator must agree." : "It is done at once."}`,
      submit: second ? `Ask for it: ${name.toLowerCase()}` : name,
      ...(danger && { look: "danger" }),
      fields: { ...fields, note: why },
    });
    return html`<li>${actionForm(view, form, { id: item.id })}</li>`;
  });
  return html`<ul class="acts">${forms}</ul>`;
}

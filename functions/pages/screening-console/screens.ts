import { html } from "hono/html";
import { listScreens } from "../../app/screening/list-screens.ts";
import { type ScreenVerification, screenById } from "../../app/screening/verify-screen.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { screeningConsoleForms } from "../../contract/screening/screening-console-actions.ts";
import { spokenLabel } from "../../domain/disputes/labels.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { action, actionForm } from "../console/kit/action.ts";
import { facts, link, section, table } from "../console/kit/components.ts";
import { detailPage } from "../console/kit/detail.ts";
import { statusBadge, verdictTones } from "../console/kit/labels.ts";
import { oneOf } from "../console/kit/list.ts";
import { badge, code, digest, isolateText, moment, notice, soft } from "../console/kit/text.ts";
import type { Content, RecordCall, View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { type ScreeningContext, screeningList } from "./context.ts";

/** Screens of all accounts; one is also found by its id, in the search. */
export const screensPage = screeningList(screeningConsoleOperations.showScreens, {
  title: "Screens",
  load: listScreens,
  caption: "Screens, newest first",
  columns: [
    ["Value", ({ id, subject }, { view }) => link(view, `screens/${id}`, code(subject.value))],
    ["Verdict", ({ verdict }) => statusBadge(verdictTones, verdict.action)],
    ["Risk", ({ verdict }) => `${verdict.risk_score}, ${verdict.risk_level}`],
    ["Entity", ({ verdict }) => isolateText(verdict.entity_name ?? "–")],
    ["Account", ({ accountId }, { view }) => link(view, `accounts/${accountId}`, code(accountId))],
    ["Asked", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "There is no such screen.",
  folds: "Filter",
  filters: {
    value: { label: "Address or reference", hint: "In any way of writing it" },
    action: oneOf("Verdict"),
    risk_level: oneOf("Risk"),
    accountId: { label: "Account", hint: "Its id" },
  },
});

function verdictFacts(view: View, { id, accountId, subject, verdict, createdAt, updatedAt }: Screen): Html {
  return facts([
    ["Id", code(id)],
    ["Account", link(view, `accounts/${accountId}`, code(accountId))],
    ["Type", subject.type],
    ["Value", code(subject.value)],
    ["Status", verdict.status],
    ["Risk", `${verdict.risk_score} of 100, ${verdict.risk_level}`],
    ["Entity", verdict.entity_name],
    ["Programs", verdict.programs.length === 0 ? null : verdict.programs.join(", ")],
    ["Chain", verdict.chain ?? (verdict.chainCandidates.join(", ") || null)],
    ["Family", verdict.chainFamily],
    ["Checksum", verdict.checksum],
    ["Asked", moment(createdAt)],
    ["Verdict since", moment(updatedAt)],
  ]);
}

function eventsTable({ verdict }: Screen): Html {
  return table("What was found", verdict.flags.events, "Nothing was found.", [
    ["Category", ({ category }) => spokenLabel(category)],
    ["Says", ({ source, listId }) => html`${spokenLabel(source)}${listId !== null && html` ${soft(listId)}`}`],
    ["Entity", ({ entity }) => isolateText(entity ?? "–")],
    ["Programs", ({ program }) => program.join(", ") || "–"],
    [
      "Severity",
      ({ severity }) => badge(severity, severity === "low" ? "calm" : severity === "medium" ? "warn" : "bad"),
    ],
    [
      "Exposure",
      (each) =>
        html`${each.exposure}${each.share !== null && ` ${each.share / 100} %`}${each.removedAt !== null && html`<br>${soft(`taken off ${each.removedAt.slice(0, 10)}`)}`}`,
    ],
  ]);
}

function decidedBy(view: View, { verdict, exposures, own }: Screen): Html {
  const lists = table("Versions of the lists", verdict.listVersions, "No list was looked at.", [
    ["List", ({ list }) => list],
    ["Published", ({ publishedAt }) => publishedAt],
    ["Addresses", ({ records }) => records.toLocaleString("en"), "right"],
    ["Version", ({ sha256 }) => digest(sha256)],
  ]);
  const providers = exposures.map(
    ({ provider, status, score }) =>
      html`<li>${provider}: ${status}${score !== null && html`, its score ${score}`}</li>`,
  );
  const entries = own.map(
    ({ id, kind, reason }) =>
      html`<li>${statusBadge(verdictTones, kind)} ${link(view, `own-lists/${id}`, code(id))} ${isolateText(reason)}</li>`,
  );
  return html`${lists}${providers.length > 0 && html`<h3>Providers</h3><ul class="plain">${providers}</ul>`}${entries.length > 0 && html`<h3>Own entries</h3><ul class="plain">${entries}</ul>`}`;
}

function verifiedNotice({ matches, recomputed }: ScreenVerification): Html {
  if (matches) return notice("The same question over the very same lists comes to the same decision.");
  return html`<p class="notice bad" role="status">It comes to another decision now: <code>${recomputed}</code>. A change of our rules does that, and so does somebody who wrote to the table or the bucket.</p>`;
}

const verify = action(screeningConsoleForms.answerAgain, { submit: "Verify" });

function proof(view: View, { id, verdict }: Screen, verified: ScreenVerification | undefined): Html {
  return html`${verified && verifiedNotice(verified)}${facts([["Decision hash", code(verdict.decisionHash)]])}
<p>Verifying loads the lists that this screen was answered by, decides anew and compares. It changes and counts nothing.</p>${actionForm(view, verify, { id })}`;
}

export async function screenPage(
  context: ScreeningContext,
  view: View,
  { params }: RecordCall,
  verified?: ScreenVerification,
): Promise<Content> {
  const state = await screenById(context, params.id);
  const { subject, verdict } = state;
  const narrative = section("Narrative", html`<p dir="auto">${verdict.narrative}</p>`);
  return detailPage(view, {
    title: `Screen of ${subject.value}`,
    heading: html`<h1>Screen of ${code(subject.value)}</h1>`,
    above: [["screens", "Screens"]],
    status: statusBadge(verdictTones, verdict.action),
    parts: [
      html`<div class="two">${section("Verdict", verdictFacts(view, state))}
<div>${section("Decision", proof(view, state, verified))}${narrative}</div></div>`,
      section("Reasons", eventsTable(state)),
      section("Decided by", decidedBy(view, state)),
    ],
  });
}

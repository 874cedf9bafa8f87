import { html } from "hono/html";
import { screenById, type Verified } from "../../app/screening/verify-screen.ts";
import { spoken } from "../../domain/disputes/labels.ts";
import type { Screen } from "../../domain/screening/screen.ts";
import { badge, code, facts, moment, notice, section, table, trail } from "../console/kit/components.ts";
import { filterForm, formOfView } from "../console/kit/form.ts";
import { type Content, href, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { OfficeDesk } from "./context.ts";
import { actionBadge } from "./labels.ts";

/** Where a screen is looked up: by its id, since screens are listed nowhere. */
export function screensPage(view: View): Content {
  const q = { name: "q", label: "Id, or a wallet", maxLength: 256 };
  return {
    title: "Screens",
    main: html`<h1>Screens</h1>
<section>${filterForm(view, "search", [q])}
<p>A screen is found by the id that its answer had (<code>scr_…</code>). A wallet is looked up on the lists and the own lists, without a screen and counted for nobody.</p></section>`,
  };
}

function verdictFacts(view: View, { id, accountId, subject, verdict, createdAt, updatedAt }: Screen): Html {
  return facts([
    ["Id", code(id)],
    ["Account", html`<a href="${href(view, `accounts/${accountId}`)}">${code(accountId)}</a>`],
    ["Type", subject.type],
    ["Value", code(subject.value)],
    ["Status", verdict.status],
    ["Risk", `${verdict.risk_score} of 100, ${verdict.risk_level}`],
    ["Entity", verdict.entity_name],
    ["Programs", verdict.programs.length === 0 ? null : verdict.programs.join(", ")],
    ["Chain", verdict.chain ?? (verdict.chain_candidates.join(", ") || null)],
    ["Family", verdict.chain_family],
    ["Checksum", verdict.checksum],
    ["Asked", moment(createdAt)],
    ["Verdict since", moment(updatedAt)],
  ]);
}

function eventsTable({ verdict }: Screen): Html {
  const rows = verdict.flags.events.map((each) => [
    spoken(each.category),
    html`${spoken(each.source)}${each.list !== null && html` <span class="soft">${each.list}</span>`}`,
    html`<span dir="auto">${each.entity ?? "–"}</span>`,
    each.programs.join(", ") || "–",
    badge(each.severity, each.severity === "low" ? "calm" : each.severity === "medium" ? "warn" : "bad"),
    html`${each.exposure}${each.share_bps !== null && ` ${each.share_bps / 100} %`}${each.removed_at !== null && html`<br><span class="soft">taken off ${each.removed_at.slice(0, 10)}</span>`}`,
  ]);
  const columns = ["Category", "Says", "Entity", "Programs", "Severity", "Exposure"].map((head) => ({
    head,
  }));
  return table("What was found", columns, rows, "Nothing was found.");
}

function askedOf(view: View, { verdict, exposures, own }: Screen): Html {
  const lists = verdict.list_versions.map(({ list, publishedAt, sha256, records }) => [
    list,
    publishedAt,
    records.toLocaleString("en"),
    html`<code title="${sha256}">${sha256.slice(0, 12)}</code>`,
  ]);
  const columns = [
    { head: "List" },
    { head: "Published" },
    { head: "Addresses", right: true },
    { head: "Version" },
  ];
  const asked = exposures.map(
    ({ provider, status, score }) =>
      html`<li>${provider}: ${status}${score !== null && html`, its score ${score}`}</li>`,
  );
  const entries = own.map(
    ({ id, kind, reason }) =>
      html`<li>${actionBadge(kind)} <a href="${href(view, `own-lists/${id}`)}">${code(id)}</a> <span dir="auto">${reason}</span></li>`,
  );
  return html`${table("Versions of the lists", columns, lists, "No list was looked at.")}${asked.length > 0 && html`<h3>Providers</h3><ul class="plain">${asked}</ul>`}${entries.length > 0 && html`<h3>Own entries</h3><ul class="plain">${entries}</ul>`}`;
}

function verifiedNotice({ matches, recomputed }: Verified): Html {
  if (matches) return notice("The same question over the very same lists comes to the same decision.");
  return html`<p class="notice bad" role="status">It comes to another decision now: <code>${recomputed}</code>. A change of our rules does that, and so does somebody who wrote to the table or the bucket.</p>`;
}

function proof(view: View, { id, verdict }: Screen, verified: Verified | undefined): Html {
  const verify = { operation: "answerAgain", to: `screens/${id}/verify`, submit: "Verify" };
  return html`${verified && verifiedNotice(verified)}${facts([["Decision hash", code(verdict.decision_hash)]])}
<p>Verifying loads the lists that this screen was answered by, decides anew and compares. It changes and counts nothing.</p>${formOfView(view, verify)}`;
}

/** A screen with its verdict, what it was decided by, and what came of answering it again. */
export async function screenPage(
  desk: OfficeDesk,
  view: View,
  id: string,
  verified?: Verified,
): Promise<Content> {
  const state = await screenById(desk, id);
  return {
    title: `Screen of ${state.subject.value}`,
    main: html`${trail(view, [["screens", "Screens"]])}
<div class="head"><h1>Screen of <code>${state.subject.value}</code></h1>${actionBadge(state.verdict.action)}</div>
<div class="two">${section("Verdict", verdictFacts(view, state))}
<div>${section("Decision", proof(view, state, verified))}${section("Narrative", html`<p dir="auto">${state.verdict.narrative}</p>`)}</div></div>
${section("Reasons", eventsTable(state))}
${section("Decided by", askedOf(view, state))}`,
  };
}

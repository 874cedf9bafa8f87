import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import { readKyb } from "../../../app/onboarding/reads.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { type Kyb, kybSteps } from "../../../domain/onboarding/kyb.ts";
import { viewOfKyb } from "../../../domain/onboarding/view.ts";
import type { Html } from "../../kit/page.ts";
import { entriesFold } from "../escrow/parts.ts";
import { badge, code, distance, facts, moment, section, table, trail } from "../kit/components.ts";
import { type Content, href, type View } from "../kit/view.ts";
import type { PeopleDesk } from "../people-context.ts";
import { answersSection, filesSection } from "./application-answers.ts";
import { applicationDoings } from "./application-forms.ts";
import { applicationBadge, localeWords, missingWords, plainList, stepWords } from "./people-labels.ts";

function progressSection(state: Kyb): Html {
  const { stepsDone, missing } = viewOfKyb(state);
  const step = (each: (typeof kybSteps)[number]) =>
    html`${stepWords[each]} ${stepsDone.includes(each) ? badge("done", "good") : badge("open", "calm")}`;
  const asked = state.status === "under_review" ? "The partner asks for" : "Missing";
  return section(
    "How far it is",
    facts([
      ["Steps", plainList(kybSteps.map(step))],
      [asked, plainList(missing.map(missingWords))],
      ["Submitted", moment(state.submittedAt)],
      ["Decided", moment(state.decidedAt)],
    ]),
  );
}

function partnerSection(view: View, { partner, walletScreen: screen, screens }: Kyb): Html {
  const passed = screen?.outcome === "pass";
  const wallet = screen && [
    [
      "Wallet’s screen",
      html`${badge(screen.outcome, passed ? "good" : "bad")} ${moment(screen.at)}`,
    ] as const,
    ["Wallet’s risk", screen.risk] as const,
    ["Screen’s reference", screen.ref && code(screen.ref)] as const,
  ];
  const said = partner && [
    ["Partner says", partner.standing?.replaceAll("_", " ") ?? "nothing yet"] as const,
    ["Its reasons", plainList(partner.reasons)] as const,
    ["It asks for", plainList(partner.missing.map(missingWords))] as const,
    ["Partner’s reference", partner.ref && code(partner.ref)] as const,
    [
      "Looked at",
      `${partner.looks} ${partner.looks === 1 ? "time" : "times"} since it was submitted`,
    ] as const,
    ["Next look", partner.lookAt && distance(partner.lookAt, view.now)] as const,
  ];
  if (!said && !wallet)
    return section("Partner and wallet", html`<p class="empty">Neither was asked yet.</p>`);
  const more = screens > 1 && html`<p class="soft">${String(screens)} wallets were screened in all.</p>`;
  return section("Partner and wallet", facts([...(said ?? []), ...(wallet ?? [])]), more);
}

function aboutSection(view: View, state: Kyb, tenant: string | undefined): Html {
  const { id, tenantId, contactEmail, locale, partnerCustomerId } = state;
  return section(
    "About it",
    facts([
      ["Application", code(id)],
      ["Invited as", state.legalName],
      ["Contact", contactEmail],
      ["Letters in", localeWords[locale]],
      [
        "Tenant",
        tenantId === null
          ? "none yet: its approval makes one"
          : html`<a href="${href(view, `tenants/${tenantId}`)}" dir="auto">${tenant ?? tenantId}</a>`,
      ],
      ["Partner customer", partnerCustomerId && code(partnerCustomerId)],
      ["Invited", moment(state.createdAt)],
      ["Changed", moment(state.updatedAt)],
    ]),
  );
}

/** When each link was made and ends; the links themselves are kept nowhere. */
function linksSection(view: View, { links }: Kyb): Html {
  const rows = links.map(({ madeAt, expiresAt }) => [
    moment(madeAt),
    moment(expiresAt),
    expiresAt > view.now ? badge("open", "good") : badge("over", "calm"),
  ]);
  const columns = ["Made", "Ends", "State"].map((head) => ({ head }));
  const rest = html`<p class="soft">One each for whoever invited and for every letter. Only a link’s digest is kept.</p>`;
  return section("Links", table("Links, oldest first", columns, rows, "No link opens it."), rest);
}

function consentSection({ consents }: Kyb): Html | false {
  const rows = consents.map(({ name, title, termsVersion, at, address }) => [
    html`<span dir="auto">${name}, ${title}</span>`,
    termsVersion,
    moment(at),
    address ?? "–",
  ]);
  const columns = ["Who", "Terms", "When", "From"].map((head) => ({ head }));
  return rows.length > 0 && section("Consent", table("Consents, oldest first", columns, rows, ""));
}

/** Who did something, as people read it. */
function whoDid(actor: string): string {
  return actor.startsWith("applicant:") ? "the applicant" : operatorName(actor);
}

/** What happened, oldest first; looks that told nothing new are among the audit entries alone. */
function history(entries: readonly Entry[]): Html {
  const told = entries.filter(
    ({ from, to, reason }) => from !== to || !/^(looked at|no answer)/.test(reason),
  );
  const line = ({ at, from, to, reason, actor }: Entry) =>
    html`<li${to === "rejected" && html` class="bad-mark"`}><span class="when">${moment(at)} · <span dir="auto">${whoDid(actor)}</span></span><div dir="auto">${reason}${from !== to && html` ${badge(to)}`}</div></li>`;
  return html`<ol class="timeline">${told.map(line)}</ol>`;
}

/** An application: how far it is, what the partner says, what can be done, what it says with its secrets' last four alone, and everything that happened. */
export async function applicationPage(desk: PeopleDesk, view: View, id: string): Promise<Content> {
  const { state, entries } = await readKyb(desk, id);
  const { tenantId } = state;
  const names = await tenantNames(desk, tenantId === null ? [] : [tenantId]);
  const name = state.answers.company?.legalName ?? state.legalName;
  return {
    title: name,
    main: html`${trail(view, [["people/applications", "Applications"]])}
<div class="head"><h1 dir="auto">${name}</h1>${applicationBadge(state.status)}
<a class="end" href="${href(view, "people/letters", { about: id })}">Letters</a> <a href="${href(view, "audit", { subject: id })}">Audit trail</a></div>
${applicationDoings(view, state)}
<div class="two"><div>${progressSection(state)}${partnerSection(view, state)}</div><div>${aboutSection(view, state, names.get(tenantId ?? ""))}${linksSection(view, state)}</div></div>
${answersSection(state)}
${filesSection(view, state)}
${consentSection(state)}
${section("What happened", history(entries))}
${section("Audit entries", entriesFold(entries))}`,
  };
}

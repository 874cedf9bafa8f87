import { html } from "hono/html";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import type { Company, Payout, Person, PostalAddress } from "../../../domain/onboarding/answers.ts";
import type { Kyb, KybFile } from "../../../domain/onboarding/kyb.ts";
import type { Html } from "../../kit/page.ts";
import { facts, link, section, table } from "../kit/components.ts";
import { fileTones, statusBadge } from "../kit/labels.ts";
import { badge, code, digest, emptyText, isolateText, moment, soft } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

/** All that is ever shown again of a number that is sealed. */
function ending(last4: string): string {
  return `ends in ${last4}`;
}

function addressText({ line1, line2, city, region, postalCode, country }: PostalAddress): string {
  const place = [postalCode, city, region].filter((each) => each !== null && each !== "").join(" ");
  return [line1, line2, place, country].filter((each) => each !== null && each !== "").join(", ");
}

function companyFacts(company: Company): Html {
  const { country, state } = company;
  return facts([
    ["Legal name", company.legalName],
    ["Trades as", company.tradingName],
    ["Kind", spokenLabel(company.entityType)],
    ["Formed", `${company.formationDate} in ${state === null ? country : `${state}, ${country}`}`],
    ["Tax number", ending(company.taxId.last4)],
    ["Business", company.industry],
    ["Web site", company.website],
    ["E-mail", company.email],
    ["Telephone", company.phone],
  ]);
}

function payoutFacts(payout: Payout): Html {
  return facts([
    ["Account holder", payout.accountHolder],
    ["Bank", payout.bankName],
    ["Routing number", code(payout.routingNumber)],
    ["Account", `${spokenLabel(payout.accountType)}, ${ending(payout.accountNumber.last4)}`],
    ["Is paid in", `${payout.stable} on ${payout.chain}`],
    ["Wallet", code(payout.wallet)],
  ]);
}

const ownersSaid = { listed: "Everybody who owns 25 % or more is listed.", none: "Nobody owns 25 % or more." };

function peopleTable(people: readonly Person[]): Html {
  return table("People, as they were listed", people, "", [
    ["Name", ({ fullName, title }) => isolateText(html`${fullName}${title !== null && html`<br>${soft(title)}`}`)],
    [
      "Owns",
      ({ ownershipBps, isControlPerson }) =>
        html`${(ownershipBps / 100).toFixed(2)} %${isControlPerson && html` ${badge("in control", "calm")}`}`,
    ],
    ["Lives at", ({ address }) => isolateText(addressText(address))],
    ["E-mail", ({ email }) => isolateText(email)],
    [
      "Identified by",
      ({ idType, idNumber, country }) => `${spokenLabel(idType)}, ${ending(idNumber.last4)}; ${country}`,
    ],
  ]);
}

/** What the applicant has said. Birth dates stay sealed; of numbers the last four are shown. */
export function answersSection({ answers }: Kyb): Html {
  const { company, addresses, people, owners, payout } = answers;
  if (!company && !addresses && people.length === 0 && !payout)
    return section("What it says", emptyText("Nothing yet."));
  return section(
    "What it says",
    company && html`<h3>Company</h3>${companyFacts(company)}`,
    addresses &&
      html`<h3>Addresses</h3>${facts([
        ["Registered", addressText(addresses.registered)],
        ["Operating", addresses.operating === null ? "the same" : addressText(addresses.operating)],
      ])}`,
    people.length > 0 && html`<h3>People</h3>${peopleTable(people)}`,
    owners !== null && html`<p>${ownersSaid[owners]}</p>`,
    payout && html`<h3>Bank and wallet</h3>${payoutFacts(payout)}`,
  );
}

const fileWords = { pending: "awaited", provided: "provided", rejected: "rejected" } as const;

function nameCell({ answers }: Kyb, { kind, personId }: KybFile): Html {
  const whose = answers.people.find((each) => each.id === personId)?.fullName;
  return html`${spokenLabel(kind)}${whose !== undefined && html`<br><span class="soft" dir="auto">${whose}</span>`}`;
}

function downloadCell(view: View, { id }: Kyb, file: KybFile): Html | string {
  if (file.status !== "provided") return "–";
  const name = html`Download<span class="hidden"> ${spokenLabel(file.kind)} ${file.id}</span>`;
  return link(view, `people/applications/${id}/files/${file.id}`, name);
}

/** The documents with what became of each. Those that are what they claim to be can be fetched. */
export function filesSection(view: View, state: Kyb): Html {
  const some = state.files.some(({ status }) => status === "provided");
  return section(
    "Documents",
    table("Documents, oldest first", state.files, "None was brought.", [
      ["Document", (file) => nameCell(state, file)],
      [
        "State",
        ({ status, problem }) =>
          html`${statusBadge(fileTones, status, fileWords[status])}${problem !== null && html`<br>It ${problem}.`}`,
      ],
      ["Size", ({ sizeBytes }) => (sizeBytes === null ? "–" : `${Math.ceil(sizeBytes / 1024)} KB`)],
      ["SHA-256", ({ sha256 }) => (sha256 === null ? "–" : digest(sha256))],
      ["When", ({ at }) => moment(at)],
      ["File", (file) => downloadCell(view, state, file)],
    ]),
    some && html`<p class="soft">A download’s link lasts two minutes, and who asked for it is written down.</p>`,
  );
}

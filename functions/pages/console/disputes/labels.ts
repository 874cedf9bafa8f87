import { html } from "hono/html";
import type { FileType } from "../../../domain/core/file-type.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { type Instant, secondsBetween } from "../../../domain/core/time.ts";
import type { CompellingAction, DisputeCase, Evidence } from "../../../domain/disputes/case.ts";
import { type EvidenceType, evidenceRequirement, evidenceTypes } from "../../../domain/disputes/evidence-type.ts";
import { evidenceLabels, networkLabels } from "../../../domain/disputes/labels.ts";
import type { DisputeNetwork } from "../../../domain/disputes/network.ts";
import { reasonMeaning } from "../../../domain/disputes/reason-code.ts";
import type { Html } from "../../kit/page.ts";
import { link, tabs } from "../kit/components.ts";
import { stageName } from "../kit/labels.ts";
import { badge, code, distance, moment, type Tone } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

export function caseName({
  network,
  stage,
  reasonCode,
}: Pick<DisputeCase, "network" | "stage" | "reasonCode">): string {
  const parts = [network && networkLabels[network], stageName(stage).toLowerCase(), reasonCode];
  const name = parts.filter((each) => each !== null).join(" ");
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A reason code with what it meant on its network when it came. */
export function reasonLabels(network: DisputeNetwork | null, code: string | null, at: Instant): Html | string {
  if (code === null) return "–";
  if (network === null) return html`<span dir="auto">${code}</span>`;
  const { name } = reasonMeaning(network, code, at);
  return html`<span dir="auto">${code}</span>: ${name}`;
}

function toneOf(at: Instant, now: Instant): Tone {
  const left = secondsBetween(now, at);
  return left <= 0 ? "bad" : left < 3 * 86_400 ? "warn" : "calm";
}

/** A clock: when it ends, and how far that is. Red once it has, yellow in the last three days. */
export function clock(at: Instant | null, now: Instant): Html | string {
  if (at === null) return "–";
  return html`${moment(at)} <span class="badge ${toneOf(at, now)}">${distance(at, now)}</span>`;
}

/** A word for a clock that is over or nearly so. */
export function urgency(at: Instant, now: Instant): Html | false {
  const tone = toneOf(at, now);
  return tone !== "calm" && badge(tone === "bad" ? "over" : "soon", tone);
}

/** The way to a payment, which is shown with its settlement. */
export function paymentLink(view: View, id: string): Html {
  return link(view, `settlements/${siblingId(id, "stl")}`, code(id));
}

export function disputesNav(view: View): Html {
  return tabs(view, "Disputes", [
    ["disputes/alerts", "Alerts"],
    ["disputes/cases", "Cases"],
    ["disputes/ratios", "Ratios"],
  ]);
}

export const originLabels: Readonly<Record<Evidence["origin"], string>> = {
  tenant: "the tenant",
  operator: "an operator",
  service: "this service",
};

export const fileLabels: Readonly<Record<FileType, string>> = {
  "application/pdf": "PDF",
  "image/png": "PNG image",
  "image/jpeg": "JPEG image",
  "text/plain": "Text file",
};

const endings: Readonly<Record<FileType, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "text/plain": "txt",
};

/** What a file is called that its sender did not name: a browser's form tells its name to the store alone. */
export function filenameOf(type: EvidenceType, contentType: FileType): string {
  return `${type}.${endings[contentType]}`;
}

/** What can be chosen from: what the case asks for first. */
export function evidenceOptions({ category }: DisputeCase): (readonly [string, string])[] {
  const { required, oneOf, helpful } = evidenceRequirement[category];
  const types = [...new Set([...required, ...oneOf.flat(), ...helpful])];
  const others = evidenceTypes.filter((each) => !types.includes(each));
  return [["", "Choose"], ...[...types, ...others].map((each) => [each, evidenceLabels(each)] as const)];
}

export const compellingLabels: Readonly<Record<CompellingAction, string>> = {
  missing_customer_identifiers:
    "two identifiers in common with earlier payments, the IP address or the device among them",
  missing_disputed_transaction_description: "a description of what was bought",
  missing_merchandise_or_services: "whether goods or services were sold",
  missing_prior_undisputed_transaction_description: "a description of what was bought before",
  missing_prior_undisputed_transactions: "two payments that nobody disputed, 120 to 365 days before",
};

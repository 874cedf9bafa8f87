import { docsSite } from "../../contract/docs/docs-pages.ts";
import { type RefusalCode, refusalCodes, refusalTerms } from "../../domain/core/refusal.ts";
import type { ErrorExplanation } from "./error-explanation.ts";

/** A page of the documentation; its text is `docs/site/<slug>.md`, but for the errors' and the reference, which are made of what the service knows. */
export interface Guide {
  readonly slug: string;
  readonly title: string;
  /** What a reader finds there, in one line. */
  readonly about: string;
}

export interface Chapter {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** The API reference's slug: the one page that a script draws. */
export const reference = "api";
/** The errors' slug: the one page that is made from tables. */
export const errorsSlug = "errors";

export interface DocsSite {
  /** As the header and the windows' titles have it. */
  readonly product: string;
  /** The first page's one paragraph, and the guide that it leads to at its end. */
  readonly lead: string;
  readonly begin: { readonly slug: string; readonly words: string };
  /** The folder of its guides, from the repository's root. */
  readonly folder: string;
  /** All pages, in the order in which one would read them. */
  readonly chapters: readonly Chapter[];
  /** The codes that its routes can give. */
  readonly codes: readonly RefusalCode[];
  /** What is said here of some codes instead of what is said everywhere. */
  readonly words?: { readonly [C in RefusalCode]?: ErrorExplanation };
  /** What becomes of a refusal under an Idempotency-Key: a paragraph in Markdown. */
  readonly underKey: string;
}

/** The codes that the routes of an interface can give. */
export function codesOf(each: "billing" | "screening"): readonly RefusalCode[] {
  return refusalCodes.filter((code) => refusalTerms(code).interfaces.includes(each));
}

export function guidesOf({ chapters }: DocsSite): readonly Guide[] {
  return chapters.flatMap((chapter) => chapter.guides);
}

/** The rails': all pages, in the order in which one would read them. */
const chapters: readonly Chapter[] = [
  {
    title: "Begin",
    guides: [
      {
        slug: "quick-start",
        title: "Quick start",
        about: "From nothing to a settled invoice and a verified webhook, on your own machine.",
      },
      {
        slug: "sandbox",
        title: "Sandbox",
        about: "Words that make things go wrong, the bank's callbacks, and a clock that you move.",
      },
    ],
  },
  {
    title: "Guides",
    guides: [
      {
        slug: "authentication",
        title: "Authentication",
        about: "API keys, their scopes and expiry, how to rotate them, test and live.",
      },
      {
        slug: "retries",
        title: "Errors and retries",
        about: "What a refusal says, when to send a request again, and idempotency keys.",
      },
      {
        slug: "payments",
        title: "Payments",
        about: "Invoices, payment, settlement, refusals, repeating safely, and money that comes back.",
      },
      { slug: "lists", title: "Lists", about: "Pages, cursors and filters." },
      {
        slug: "versions",
        title: "API versions",
        about: "What your account is pinned to, how to try another version, and how to upgrade.",
      },
      {
        slug: "webhooks",
        title: "Webhooks",
        about: "Every event, how to verify it in Node, Python or a shell, retries and replay.",
      },
      {
        slug: "escrow",
        title: "Escrow",
        about: "Money held between a buyer and a seller, and the rules that let it go.",
      },
      {
        slug: "disputes",
        title: "Disputes",
        about: "Alerts, cases, evidence, deadlines, and the networks' ratio programs.",
      },
      { slug: "onboarding", title: "Onboarding", about: "How a company is verified, and what an applicant sees." },
      { slug: "hosted-invoice", title: "Hosted invoice", about: "The page behind an invoice's collection link." },
    ],
  },
  {
    title: "Reference",
    guides: [
      { slug: reference, title: "API reference", about: "Every route, its fields, replies and examples." },
      { slug: errorsSlug, title: "Errors", about: "Every code, why it comes, and what to do." },
      { slug: "changelog", title: "Changelog", about: "What changed, and when." },
    ],
  },
];

export const railsSite: DocsSite = {
  product: "sluice",
  lead: "Invoices go in, a payer's bank pays, a screen stands in the way, stablecoin comes out.",
  begin: { slug: "quick-start", words: "it takes five minutes" },
  folder: docsSite,
  chapters,
  codes: codesOf("billing"),
  underKey:
    "Under an `Idempotency-Key` a 409 that says how things stand, and 403 `tenant_suspended`, are answers like any other: they are kept, and the same key gives them again with `Idempotent-Replay: true`. 400, 401, 429, every 5xx and 409 `version_conflict` are not kept: correct or wait, and use the same key.",
};

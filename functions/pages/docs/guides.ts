/** A page of the documentation; its text is `docs/site/<slug>.md`, but for the errors' and the reference, which are made of what the service knows. */
export interface Guide {
  readonly slug: string;
  readonly title: string;
  /** What a reader finds there, in one line. */
  readonly about: string;
}

/** A chapter of the navigation. */
interface Chapter {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** The API reference's slug: the one page that a script draws. */
export const reference = "api";
/** The errors' slug: the one page that is made from tables. */
export const errorsSlug = "errors";

/** All pages, in the order in which one would read them. */
export const chapters: readonly Chapter[] = [
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
        slug: "payments",
        title: "Payments",
        about: "Invoices, payment, settlement, refusals, repeating safely, and money that comes back.",
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
      {
        slug: "onboarding",
        title: "Onboarding",
        about: "How a company is verified, and what an applicant sees.",
      },
      {
        slug: "hosted-invoice",
        title: "Hosted invoice",
        about: "The page behind an invoice's collection link.",
      },
    ],
  },
  {
    title: "Reference",
    guides: [
      {
        slug: reference,
        title: "API reference",
        about: "Every route, its fields, replies and examples.",
      },
      { slug: errorsSlug, title: "Errors", about: "Every code, why it comes, and what to do." },
      { slug: "changelog", title: "Changelog", about: "What changed, and when." },
    ],
  },
];

/** All pages, without their chapters. */
export const guides: readonly Guide[] = chapters.flatMap((chapter) => chapter.guides);

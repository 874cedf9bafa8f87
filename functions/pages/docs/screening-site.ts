import { screeningDocsSite } from "../../contract/screening/screening-docs-pages.ts";
import { codesOf, type DocsSite, errorsSlug, reference } from "./guides.ts";

export const screeningSite: DocsSite = {
  product: "sluice screening",
  lead: "An address goes in; what was found, on which lists, and what nobody looked at comes out.",
  begin: { slug: "quick-start", words: "it takes two minutes" },
  folder: screeningDocsSite,
  chapters: [
    {
      title: "Begin",
      guides: [
        {
          slug: "quick-start",
          title: "Quick start",
          about: "Your first screen, what its answer says, and what to do with it.",
        },
      ],
    },
    {
      title: "Guides",
      guides: [
        {
          slug: "verdicts",
          title: "Verdicts",
          about: "Scores, actions, reasons, evidence, and what a verdict does not say.",
        },
        {
          slug: "chains",
          title: "Chains and addresses",
          about: "How an address's chain is found, and when a value is refused.",
        },
        { slug: "lists", title: "Lists", about: "What is looked at, how fresh it is, and what changed." },
        { slug: "monitors", title: "Monitors", about: "Be told when an address changes its risk." },
        { slug: "plans", title: "Plans and limits", about: "What counts, what is left, and how fast." },
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
  ],
  codes: codesOf("screening"),
  words: {
    idempotency_key_required: {
      cause: "The `Idempotency-Key` is blank.",
      remedy: "Leave it out, or make up one for each decision.",
    },
  },
  underKey:
    "Under an `Idempotency-Key` no refusal is kept, and no verdict with `status` `error`: correct or wait, and use the same key; of a batch, each answer that counts is kept. One that was `pending` is kept as it was: read it by its `id`, and use a new key if it ends as `error`. What is kept is the first answer, and the same key gives it again with `Idempotent-Replay: true`.",
};

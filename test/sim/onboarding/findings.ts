/** What must hold of people's ways after every run, by name. */
export const peopleInvariants = [
  "one tenant, one key and one application for whoever is let in",
  "one application at the partner for each of ours",
  "never approved without consent, submission and the partner's word",
  "an approval and its tenant are one",
  "a form counts once",
  "a link is kept by its hash alone",
  "every letter goes out, and again only where its worker died",
  "history is an allowed path without gaps, its chain whole",
  "nothing is stuck",
] as const;

export type PeopleInvariant = (typeof peopleInvariants)[number];

/** An invariant that did not hold, and where. */
export interface PeopleFinding {
  readonly invariant: PeopleInvariant;
  readonly detail: string;
}

/** The monitoring programs of the networks, by the ids that the interface calls them. */
export const programIds = [
  "vamp",
  "ecm",
  "hecm",
  "efm",
  "nacha_unauthorized",
  "nacha_administrative",
  "nacha_overall",
  "mastercard_scam",
] as const;

/** What a credit can be suspended for: a program, or the word of an operator. */
export const suspensionPrograms = [...programIds, "manual"] as const;

export type ProgramId = (typeof programIds)[number];

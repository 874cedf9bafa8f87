/** How publishers' files are read: by adapters of these names. */
export const listForms = ["sdn_xml", "address_json"] as const;
export type ListForm = (typeof listForms)[number];

/** A list that can be loaded, as data: a further list is an entry here, and a parser where its form is new. */
export interface ListSpec {
  readonly title: string;
  /** Where its publisher has it; null for one that is only ever imported. */
  readonly url: string | null;
  readonly forms: readonly ListForm[];
  /** A fetched file with fewer addresses is no such list, whatever came before it. */
  readonly minimumAddresses: number;
  /** How old its last successful load may be; null where it never ages. */
  readonly staleAfterSeconds: number | null;
}

const hour = 3_600;

export const listSpecs = {
  /** The specially designated nationals of the US Treasury (domain facts 2.4): published on no fixed day, some 950 addresses in 2026. */
  ofac_sdn: {
    title: "OFAC Specially Designated Nationals",
    url: "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML",
    forms: ["sdn_xml", "address_json"],
    minimumAddresses: 400,
    staleAfterSeconds: 72 * hour,
  },
  /** The local sandbox's own, in the same form, with invented names. */
  fixture: { title: "Sandbox fixture", url: null, forms: ["sdn_xml"], minimumAddresses: 1, staleAfterSeconds: null },
} as const satisfies Readonly<Record<string, ListSpec>>;

export type ListId = keyof typeof listSpecs;

export const listIds = Object.keys(listSpecs) as ListId[];

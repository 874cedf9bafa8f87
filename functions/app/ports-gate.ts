/** Tells what has come upon the lists that screens are made with. */
export interface ListNews {
  /** What changed after a version of the lists, in parts whose order stays; 0 is before there were any. Throws where it cannot be told. */
  since(version: number): Promise<NewsOfLists>;
}

export interface NewsOfLists {
  /** The version that these changes lead to, from which the rest is asked. */
  readonly version: number;
  readonly added: readonly { readonly list: string; readonly address: string }[];
  readonly more: boolean;
}

/** How the screening provider says that it is, and by which lists it screens. */
export interface ScreeningHealth {
  readonly status: "ok" | "degraded";
  readonly lists: ScreenedBy[];
}

export interface ScreenedBy {
  readonly list: string;
  /** Its publisher's date. */
  readonly publishedAt: string;
  /** When it was last loaded with success. */
  readonly loadedAt: string;
  readonly stale: boolean;
}

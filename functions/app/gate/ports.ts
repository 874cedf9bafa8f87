import type { ScreenStage, ScreenVerdict } from "../../domain/gate/payout-gate.ts";

/** Tells what has come upon the lists that screens are made with. */
export interface ListNews {
  /** What changed after a place, in parts whose order stays; version 0 is before there were any lists. Throws where it cannot be told. */
  since(read: ListsRead): Promise<NewsOfLists>;
}

/** How far the news was read: all up to a version of the lists, and of the next one's changes so many. */
export interface ListsRead {
  readonly version: number;
  readonly skip: number;
}

/** Changes, and the place that they lead to, from which the rest is asked. */
export interface NewsOfLists extends ListsRead {
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

/** Screens a wallet. Never a pass by accident: what cannot be told is `error` or `pending`. */
export interface Screening {
  readonly name: string;
  readonly mock: boolean;
  screen(input: {
    key: string;
    address: string;
    chain: string;
    stage: ScreenStage;
    /** A screen of before that was pending, by its `ref`: it is read, and only where it will bring no verdict of now is another bought under `key`. */
    pendingRef?: string | undefined;
  }): Promise<ScreenVerdict>;
}

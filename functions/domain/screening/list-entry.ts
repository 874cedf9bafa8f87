import * as z from "zod";
import { riskCategories } from "./risk.ts";

/** Somebody on a list, as its publisher has them. */
export const listedParty = z.object({
  /** The publisher's own number. */
  uid: z.string(),
  /** A person's is "First LAST". */
  name: z.string(),
  kind: z.enum(["individual", "entity", "vessel", "aircraft", "unknown"]),
  programs: z.array(z.string()),
  aliases: z.array(z.string()),
  category: z.enum(riskCategories),
});

export type ListedParty = z.infer<typeof listedParty>;

/** One address of a party, as published; `asset` is the publisher's label, which is not to be trusted (domain facts, finding 6). */
export interface ListedAddress {
  readonly address: string;
  readonly asset: string;
  readonly partyUid: string;
}

/** A list as a parser read it from its publisher's file. */
export interface ParsedList {
  /** The publisher's date, YYYY-MM-DD. */
  readonly publishedAt: string;
  /** Every party of the file, those without addresses too. */
  readonly records: number;
  /** Those with addresses. */
  readonly parties: readonly ListedParty[];
  readonly addresses: readonly ListedAddress[];
}

/** Which version of a list somebody looked at (decisions, "Screening"). */
export const listVersion = z.object({
  list: z.string().meta({ description: "the list's id: ofac_sdn" }),
  publishedAt: z.string().meta({ description: "its publisher's date, YYYY-MM-DD" }),
  sha256: z.string().meta({ description: "of the publisher's file" }),
  records: z.int().meta({ description: "addresses on it" }),
});

export type ListVersion = z.infer<typeof listVersion>;

/** A list as it stands now, in the catalogue. */
export const listHead = listVersion.extend({
  title: z.string(),
  /** When it was last loaded with success; the same file again counts. */
  loadedAt: z.string(),
  /** When this version took the place of the one before. */
  since: z.string(),
  /** Where this version's file came from; lists loaded by earlier releases do not say. */
  source: z.string().optional(),
  indexKey: z.string(),
  fileKey: z.string(),
  /** Null for one that never ages: the sandbox's own. */
  staleAfterSeconds: z.int().nullable(),
  /** The publisher's own mark of this file, where it was fetched and has one: what is unchanged need not come again. */
  etag: z.string().nullable().optional(),
});

export type ListHead = z.infer<typeof listHead>;

/** An address on a list, found: current, or taken off it on some day. */
export interface ListMatch {
  readonly list: string;
  readonly party: ListedParty;
  readonly address: string;
  readonly asset: string;
  /** Null while it is on the list; else when we first saw it gone. */
  readonly removedAt: string | null;
}

/** A version of a list as Lambdas load it: parties, current addresses with the place of their party, and those taken off since, with when they were first seen gone. */
export const storedIndex = z.object({
  list: z.string(),
  publishedAt: z.string(),
  sha256: z.string(),
  parties: z.array(listedParty),
  addresses: z.array(z.tuple([z.string(), z.string(), z.int().min(0)])),
  removed: z.array(z.tuple([z.string(), z.string(), z.int().min(0), z.string()])),
});

export type StoredIndex = z.infer<typeof storedIndex>;

/** What a new version of a list changed, by address. */
export interface ListChanges {
  readonly added: readonly ListedAddress[];
  readonly removed: readonly ListedAddress[];
}

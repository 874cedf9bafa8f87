import * as z from "zod";
import { checksums } from "../addresses/form.ts";
import { exposureAnswer } from "./exposure.ts";
import { listVersion } from "./list-entry.ts";
import { exposureKinds, riskCategories, riskLevels, screenActions } from "./risk.ts";

export const screenTypes = ["wallet", "transaction"] as const;
export type ScreenType = (typeof screenTypes)[number];

export const screenSubject = z.object({
  type: z.enum(screenTypes),
  /** As it came: what is not clean is refused. */
  value: z.string(),
  /** As the caller named it; null where it is to be detected. */
  askedChain: z.string().nullable(),
  chain: z.string().nullable(),
  family: z.string().nullable(),
  candidates: z.array(z.string()),
  checksum: z.enum(checksums),
});

export type ScreenSubject = z.infer<typeof screenSubject>;

export const screenEvent = z.object({
  category: z.enum(riskCategories),
  /** Who said it: `list`, `own_list`, or a provider's name. */
  source: z.string(),
  list: z.string().nullable(),
  entity: z.string().nullable(),
  programs: z.array(z.string()),
  severity: z.enum(riskLevels),
  exposure: z.enum(exposureKinds),
  /** Part of the address's value, in basis points; null where nobody says. */
  share_bps: z.int().nullable(),
  /** Set where it is history: taken off the list on that day. */
  removed_at: z.string().nullable(),
});

export type ScreenEvent = z.infer<typeof screenEvent>;

/** A verdict, in the words of the interface (spec section 4, decisions "Screening"). */
export const verdict = z.object({
  status: z.enum(["complete", "pending", "error"]),
  risk_score: z.int().min(0).max(100),
  risk_level: z.enum(riskLevels),
  action: z.enum(screenActions),
  entity_name: z.string().nullable(),
  programs: z.array(z.string()),
  flags: z.object({ events: z.array(screenEvent) }),
  narrative: z.string(),
  chain: z.string().nullable(),
  chain_family: z.string().nullable(),
  chain_candidates: z.array(z.string()),
  checksum: z.enum(checksums),
  list_versions: z.array(listVersion),
  decision_hash: z.string().meta({ description: "SHA-256 over the question, the lists, the answers and the verdict" }),
});

export type Verdict = z.infer<typeof verdict>;

/** An entry of the operator's own lists, as a verdict uses it. */
export const ownEntry = z.object({
  id: z.string(),
  kind: z.enum(["allow", "block"]),
  category: z.enum(riskCategories),
  entity: z.string().nullable(),
  reason: z.string(),
});

export type OwnEntry = z.infer<typeof ownEntry>;

/** A screen as it is kept: who asked what, what was found, and the verdict. */
export const screen = z.object({
  id: z.string(),
  accountId: z.string(),
  subject: screenSubject,
  own: z.array(ownEntry),
  exposures: z.array(exposureAnswer),
  verdict,
  /** Where the store has the very versions of the lists that were looked at. */
  indexKeys: z.array(z.string()),
  /** When a provider that had no answer yet is asked again; null where none is waited for. */
  askAgainAt: z.string().nullable(),
  createdAt: z.string(),
  /** When its verdict last changed: a pending one is completed later. */
  updatedAt: z.string(),
});

export type Screen = z.infer<typeof screen>;

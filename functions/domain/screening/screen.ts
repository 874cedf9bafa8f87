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
  category: z.enum(riskCategories).describe("what it is about"),
  source: z.string().describe("who says so: list, own_list, or a provider's name"),
  listId: z.string().nullable().describe("the list it is on: ofac_sdn; null where no list says so"),
  entity: z.string().nullable().describe("whom it is about; null where nobody is named"),
  program: z.array(z.string()).describe("sanctions programs that the list names"),
  severity: z.enum(riskLevels).describe("how grave this one finding is"),
  exposure: z.enum(exposureKinds).describe("whether it is theirs, dealt with them, or stands behind others who did"),
  share: z.int().nullable().describe("part of the address's value in basis points; null where nobody says"),
  at: z
    .string()
    .meta({ format: "date" })
    .nullable()
    .describe("the day of the list that says so, YYYY-MM-DD; null where the source gives none"),
  removedAt: z.string().nullable().describe("when it was first seen off the list; null where it is not history"),
});

export type ScreenEvent = z.infer<typeof screenEvent>;

/** A verdict, in the words of the interface (spec section 4, decisions "Screening"). */
export const verdict = z.object({
  status: z
    .enum(["complete", "pending", "error"])
    .describe("complete, or no pass: pending until a provider has answered, error where none did"),
  risk_score: z.int().min(0).max(100),
  risk_level: z.enum(riskLevels),
  action: z.enum(screenActions).describe("what to do about it: allow lets a payment go on, review and block do not"),
  entity_name: z.string().nullable(),
  programs: z.array(z.string()).describe("the sanctions programs that lists name"),
  flags: z.object({ events: z.array(screenEvent).describe("each finding by itself") }).describe("what was found"),
  narrative: z.string().describe("the verdict in words"),
  chain: z.string().nullable(),
  chainFamily: z
    .string()
    .nullable()
    .describe("the kind of chain that it is of, such as evm; null where it is not known"),
  chainCandidates: z.array(z.string()).describe("chains that the value could be of"),
  checksum: z.enum(checksums).describe("whether the address's checksum is right; none where its form has none"),
  listVersions: z.array(listVersion).describe("the lists that it was screened by, and their versions"),
  decisionHash: z.string().meta({ description: "SHA-256 over the question, the lists, the answers and the verdict" }),
});

export type Verdict = z.infer<typeof verdict>;

/** Whether a verdict gives nobody anything to look at: allowed, at a low risk. */
export function isPlain({ action, risk_level }: Pick<Verdict, "action" | "risk_level">): boolean {
  return action === "allow" && risk_level === "low";
}

/** What a verdict was called before the interface had one style of names, by its name now. */
const formerNames: Readonly<Record<string, string>> = {
  chain_family: "chainFamily",
  chain_candidates: "chainCandidates",
  list_versions: "listVersions",
  decision_hash: "decisionHash",
};

const formerEventNames: Readonly<Record<string, string>> = {
  list: "listId",
  programs: "program",
  share_bps: "share",
  removed_at: "removedAt",
};

function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [names[name] ?? name, each]));
}

/** A stored verdict, one of the first release too: its hash was taken over the names of then. */
const storedVerdict = z.preprocess((value) => {
  if (typeof value !== "object" || value === null || !("decision_hash" in value)) return value;
  const { flags } = value as { flags?: { events?: unknown[] } };
  const events = (flags?.events ?? []).map((each) => ({ at: null, ...(renamed(each, formerEventNames) as object) }));
  return { ...(renamed(value, formerNames) as object), flags: { events } };
}, verdict);

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
  verdict: storedVerdict,
  /** Where the store has the very versions of the lists that were looked at. */
  indexKeys: z.array(z.string()),
  /** When a provider that had no answer yet is asked again; null where none is waited for. */
  askAgainAt: z.string().nullable(),
  createdAt: z.string(),
  /** When its verdict last changed: a pending one is completed later. */
  updatedAt: z.string(),
});

export type Screen = z.infer<typeof screen>;

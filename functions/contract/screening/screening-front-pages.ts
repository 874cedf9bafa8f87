import * as z from "zod";
import { riskCategories } from "../../domain/screening/risk.ts";
import { screenTypes, verdict } from "../../domain/screening/screen.ts";
import { get, operationTable, post } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";
import { screenedType, screenedValue } from "./screened-value.ts";

const { shape: shown } = verdict;

/** What somebody without a key is told: no entity, no narrative, no id, since nothing is kept. */
const playgroundView = z
  .object({
    type: z.enum(screenTypes).describe("what was screened"),
    value: z.string().describe("the address or the transaction's reference, as it came"),
    status: z.enum(["complete", "pending", "error"]).describe("complete, or no pass: pending or error"),
    ...{ risk_score: shown.risk_score, risk_level: shown.risk_level, action: shown.action },
    categories: z.array(z.enum(riskCategories)).meta({ description: "what the address is flagged for" }),
    ...{ chain: shown.chain, chainFamily: shown.chainFamily, chainCandidates: shown.chainCandidates },
    ...{ checksum: shown.checksum, listVersions: shown.listVersions },
  })
  .meta({ id: "PlaygroundScreen" });

export type PlaygroundView = z.infer<typeof playgroundView>;

const playground = {
  caller: "public",
  tag: "Playground",
  lambda: "screening-front",
  invalidAs: "invalid_request",
} as const;

export const playgroundOperations = operationTable(playground, {
  screenInPlayground: post("/playground/screen", "Screen a value without a key", {
    description:
      "Lists alone are looked at, and nothing is kept. 10 a minute and 50 a day from one network address (an IPv6 /64 is one).",
    body: z.strictObject({
      type: screenedType.optional().describe("wallet or transaction; wallet where it is left out"),
      value: screenedValue.describe("an address or a transaction's reference, at most 256 characters"),
    }),
    reply: { status: 200, schema: playgroundView },
    refusals: ["invalid_value", "unsupported_type", "rate_limited", "provider_unavailable"],
  }),
});

const page = { ...publicPage, refusals: [], lambda: "screening-front" } as const;

export const screeningFrontOperations = operationTable(page, {
  showScreening: get("/", "What the screening interface does, its plans and the playground, as a page"),
  showPlayground: get("/playground", "The playground by itself, as a page"),
  sendPlayground: post("/playground", "Screen a value by the page's form", {
    body: z.record(z.string(), z.string()),
    refusals: ["foreign_form", "rate_limited", "provider_unavailable"],
  }),
});

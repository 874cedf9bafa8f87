import * as z from "zod";
import { checksums } from "../../domain/addresses/form.ts";
import { listVersion } from "../../domain/screening/list-entry.ts";
import { riskCategories, riskLevels, screenActions } from "../../domain/screening/risk.ts";
import { get, operationTable, post } from "../operation-table.ts";
import { publicPage } from "../shared/locale.ts";

/** What somebody without a key is told: no entity, no narrative, no id, since nothing is kept. */
const playgroundView = z
  .object({
    type: z.string(),
    value: z.string(),
    status: z.enum(["complete", "pending", "error"]),
    risk_score: z.int().min(0).max(100),
    risk_level: z.enum(riskLevels),
    action: z.enum(screenActions),
    categories: z.array(z.enum(riskCategories)).meta({ description: "what the address is flagged for" }),
    chain: z.string().nullable(),
    chainFamily: z.string().nullable(),
    chainCandidates: z.array(z.string()),
    checksum: z.enum(checksums),
    listVersions: z.array(listVersion),
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
      type: z.string().optional().meta({ description: "wallet or transaction; wallet where it is left out" }),
      value: z.string(),
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

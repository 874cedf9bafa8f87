import * as z from "zod";
import { checksums } from "../../domain/addresses/form.ts";
import { listVersion } from "../../domain/screening/list-entry.ts";
import { riskCategories, riskLevels, screenActions } from "../../domain/screening/risk.ts";
import { operation } from "../../http/operation-types.ts";
import { pageQuery } from "../shared/locale.ts";

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
    chain_family: z.string().nullable(),
    chain_candidates: z.array(z.string()),
    checksum: z.enum(checksums),
    list_versions: z.array(listVersion),
  })
  .meta({ id: "PlaygroundScreen" });

export type PlaygroundView = z.infer<typeof playgroundView>;

export const playgroundOperations = {
  screenInPlayground: operation({
    id: "screenInPlayground",
    method: "POST",
    path: "/playground/screen",
    caller: "public",
    tag: "Playground",
    summary: "Screen a value without a key",
    description:
      "Lists alone are looked at, and nothing is kept. 10 a minute and 50 a day from one network address (an IPv6 /64 is one).",
    body: z.strictObject({
      type: z.string().optional().meta({ description: "wallet or transaction; wallet where it is left out" }),
      value: z.string(),
    }),
    invalidAs: "invalid_request",
    reply: { status: 200, schema: playgroundView },
    refusals: ["invalid_value", "unsupported_type", "rate_limited", "provider_unavailable"],
    lambda: "screening-front",
  }),
};

const page = {
  caller: "public",
  tag: "Pages",
  reply: { status: 200, schema: z.string(), contentType: "text/html; charset=utf-8" },
  query: pageQuery,
  lambda: "screening-front",
} as const;

export const screeningFrontOperations = {
  showScreening: operation({
    ...page,
    id: "showScreening",
    method: "GET",
    path: "/",
    summary: "What the screening interface does, its plans and the playground, as a page",
    refusals: [],
  }),
  showPlayground: operation({
    ...page,
    id: "showPlayground",
    method: "GET",
    path: "/playground",
    summary: "The playground by itself, as a page",
    refusals: [],
  }),
  sendPlayground: operation({
    ...page,
    id: "sendPlayground",
    method: "POST",
    path: "/playground",
    summary: "Screen a value by the page's form",
    body: z.record(z.string(), z.string()),
    refusals: ["foreign_form", "rate_limited", "provider_unavailable"],
  }),
};

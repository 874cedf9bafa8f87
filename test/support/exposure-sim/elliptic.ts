import { createHmac, randomUUID } from "node:crypto";
import * as z from "zod";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";
import { ProviderSim } from "./control.ts";

type Body = Readonly<Record<string, unknown>>;

/** A request by the published schema. */
const asked = z.strictObject({
  subject: z.strictObject({
    asset: z.literal("holistic"),
    blockchain: z.literal("holistic"),
    type: z.literal("address"),
    hash: z.string().min(1),
  }),
  type: z.literal("wallet_exposure"),
  customer_reference: z.string().optional(),
});

const skewMs = 300_000;

/** What Elliptic says of an address that nothing is wrong with, in the form of its document. */
export function cleanAnalysis(hash: string, about: Body = {}): Body {
  const at = "2026-11-20T10:36:21.000Z";
  return {
    ...{ id: randomUUID(), type: "wallet_exposure", created_at: at, updated_at: at, analysed_at: at },
    subject: { asset: "holistic", blockchain: "holistic", type: "address", hash },
    ...{ customer: { id: randomUUID(), reference: "sluice" }, team_id: randomUUID(), asset_tier: "full" },
    blockchain_info: { cluster: { inflow_value: { usd: 38_383_838 }, outflow_value: { usd: 0 } } },
    ...{ cluster_entities: [], risk_score: null, risk_score_detail: { source: null, destination: null } },
    evaluation_detail: { source: [], destination: [] },
    contributions: { source: [contribution("Mt.Gox", "Exchange", { near: 62.98 })], destination: [] },
    ...{ detected_behaviors: [], changes: { risk_score_change: 0 }, error: null, triggered_rules: [] },
    ...{ workflow_status: "active", workflow_status_id: 1, process_status: "complete", process_status_id: 2 },
    ...{ screening_id: randomUUID(), screening_source: "sync" },
    ...about,
  };
}

/** Somebody that value came from or went to. */
export function contribution(name: string, category: string | null, of: { near?: number; far?: number }): Body {
  const { near = 0, far = 0 } = of;
  return {
    entities: [{ name, category, is_primary_entity: true, is_vasp: null }],
    ...{ contribution_percentage: near + far, contribution_value: { usd: 100 } },
    ...{ counterparty_percentage: near, counterparty_value: { usd: 50 } },
    ...{ indirect_percentage: far, indirect_value: { usd: 50 } },
    ...{ is_screened_address: false, min_number_of_hops: near > 0 ? 1 : 2 },
  };
}

/** A rule of the account that was triggered by a category. */
export function triggeredRule(category: string, of: { near?: number; far?: number }, score: number, more: Body = {}) {
  const { near = 0, far = 0 } = of;
  return {
    ...{ rule_id: randomUUID(), rule_name: "Illicit", risk_score: score, rule_type: "exposure" },
    matched_elements: [
      {
        ...{ category, category_id: randomUUID(), contribution_percentage: near + far },
        ...{ counterparty_percentage: near, indirect_percentage: far, contribution_value: { usd: 383.83 } },
        contributions: [{ entity: "AlphaBay", entity_id: randomUUID(), contribution_percentage: near + far, ...more }],
      },
    ],
    matched_behaviors: [],
  };
}

/** Elliptic on loopback: signatures are looked at, by the published scheme. */
export class EllipticSim extends ProviderSim {
  readonly account = { apiKey: "sim-elliptic-key", apiSecret: Buffer.from("sim secret").toString("base64") };
  readonly analyses = new Map<string, Body>();
  /** Addresses that no chain has seen. */
  readonly unseen = new Set<string>();
  /** References under which another analysis is told. */
  readonly aliases = new Map<string, string>();
  readonly turnedAway: string[] = [];

  static start(): Promise<EllipticSim> {
    return new EllipticSim().listen();
  }

  protected override handle(call: SimCall): SimReply {
    const problem = this.#problem(call);
    if (problem) {
      this.turnedAway.push(problem);
      return { status: 401, body: "Unauthorized" };
    }
    if (call.method === "GET") return this.#found(call.path.split("/").at(-1) ?? "");
    const read = asked.safeParse(call.body);
    if (call.path !== "/v2/wallet/synchronous" || !read.success)
      return { status: 400, body: { name: "BadRequestError", message: "Invalid request" } };
    const { hash } = read.data.subject;
    if (this.unseen.has(hash))
      return { status: 404, body: { name: "NotInBlockchain", message: `The submitted address with hash ${hash}` } };
    return { status: 200, body: this.analyses.get(hash) ?? cleanAnalysis(hash) };
  }

  #found(id: string): SimReply {
    const body = [...this.analyses.values()].find((each) => each.id === (this.aliases.get(id) ?? id));
    return body ? { status: 200, body } : { status: 404, body: { name: "NotFoundError" } };
  }

  #problem({ method, path, headers, raw, query }: SimCall): string | undefined {
    const at = String(headers["x-access-timestamp"]);
    if (headers["x-access-key"] !== this.account.apiKey) return "key";
    if (Math.abs(Date.now() - Number(at)) > skewMs) return "time";
    const search = query.size > 0 ? `?${query}` : "";
    const hmac = createHmac("sha256", Buffer.from(this.account.apiSecret, "base64"));
    const expected = hmac.update(at + method + (path + search).toLowerCase() + (raw || "{}")).digest("base64");
    return headers["x-access-sign"] === expected ? undefined : "signature";
  }
}

import { createHash } from "node:crypto";
import { ulid } from "ulid";
import * as z from "zod";
import type { ScreenView } from "../../../functions/domain/screening/screen-view.ts";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";

const question = z.strictObject({ type: z.literal("wallet"), value: z.string(), chain: z.string().optional() });

type Question = z.infer<typeof question>;

const listed = {
  status: "complete",
  risk_score: 100,
  risk_level: "critical",
  action: "block",
  entity_name: "Somebody LISTED",
} as const satisfies Partial<ScreenView>;

const clean = {
  status: "complete",
  risk_score: 0,
  risk_level: "low",
  action: "allow",
  entity_name: null,
} as const satisfies Partial<ScreenView>;

/** What the interface says where it has no verdict yet, or never. */
export const unsaid = {
  pending: { ...clean, status: "pending", action: "review", risk_score: 40, risk_level: "medium" },
  error: { ...clean, status: "error", action: "review", risk_score: 40, risk_level: "medium" },
  review: { ...clean, action: "review", risk_score: 40, risk_level: "medium" },
} as const satisfies Record<string, Partial<ScreenView>>;

/** The name that faults know a call by. */
export function operationOf({ method, path }: SimCall): string {
  return `${method} ${path.replace(/scr_\w+$/, "{id}")}`;
}

/** The screening interface as its clients see it: a screen is kept under its key, what is on the list is blocked, and the list has versions. */
export class KytControl {
  apiKey = "slc_test_sim";
  /** Questions in the order in which they came, repeats too. */
  readonly asked: (Question & { readonly key: string | undefined })[] = [];
  /** Screens by the key that they were bought under. */
  readonly bought = new Map<string, ScreenView>();
  /** What is said of an address, whatever the list has. */
  readonly says = new Map<string, Partial<ScreenView>>();
  /** What has become of an address's screens that were pending. */
  readonly became = new Map<string, Partial<ScreenView>>();
  /** Ids of the screens that were read, repeats too. */
  readonly reads: string[] = [];
  /** Refusals of an address, or of the read of a screen. */
  readonly refuses = new Map<string, { status: number; code: string }>();
  /** Addresses by the version with which they came onto the list. */
  readonly versions: string[][] = [];
  /** How long ago what is kept was bought, or became what it is. */
  keptSeconds = 0;
  /** The status of an answer that is a screen. */
  screenStatus = 200;
  /** Versions that one answer about changes tells. */
  pageVersions = 1;
  /** Addresses that it tells. */
  pageAddresses = 1_000;

  /** A new version of the list, with these addresses more. */
  list(...addresses: string[]): void {
    this.versions.push(addresses);
  }

  handle(call: SimCall): SimReply {
    if (call.method === "GET" && call.path === "/health") return this.#health();
    if (call.headers["x-api-key"] !== this.apiKey) return no(401, "invalid_api_key");
    switch (operationOf(call)) {
      case "POST /api/v1/screen":
        return this.#screen(call);
      case "GET /api/v1/screen/{id}":
        return this.#kept(call.path.slice(call.path.lastIndexOf("/") + 1));
      case "GET /api/v1/lists/changes":
        return this.#changes(Number(call.query.get("since")), Number(call.query.get("skip")));
      default:
        return no(404, "route_not_found");
    }
  }

  #screen({ body, headers }: SimCall): SimReply {
    const read = question.safeParse(body);
    if (!read.success) return no(400, "invalid_request");
    const key = headers["idempotency-key"]?.toString();
    this.asked.push({ ...read.data, key });
    const refused = this.refuses.get(read.data.value);
    if (refused) return no(refused.status, refused.code);
    const before = key === undefined ? undefined : this.bought.get(key);
    if (before) {
      const age = String(this.keptSeconds);
      return {
        status: this.screenStatus,
        body: before,
        headers: { "idempotent-replay": "true", "x-verdict-age": age },
      };
    }
    const made = this.#verdictOn(read.data);
    if (key !== undefined && made.status !== "error") this.bought.set(key, made);
    return { status: this.screenStatus, body: made };
  }

  #kept(id: string): SimReply {
    this.reads.push(id);
    const refused = this.refuses.get(id);
    if (refused) return no(refused.status, refused.code);
    const stored = [...this.bought.values()].find((each) => each.id === id);
    if (!stored) return no(404, "screening_not_found");
    const body = stored.status === "pending" ? { ...stored, ...this.became.get(stored.value) } : stored;
    return { status: this.screenStatus, body, headers: { "x-verdict-age": String(this.keptSeconds) } };
  }

  #verdictOn({ value }: Question): ScreenView {
    const isListed = this.versions.flat().some((each) => each.toLowerCase() === value.toLowerCase());
    const at = "2026-11-02T12:00:00.000Z";
    return {
      ...{ id: `scr_${ulid()}`, type: "wallet", value },
      ...{ programs: [], flags: { events: [] }, narrative: "As the simulator has it." },
      ...{ chain: "ethereum", chainFamily: "evm", chainCandidates: ["ethereum"], checksum: "ok" },
      listVersions: [{ list: "sim", publishedAt: "2026-11-02", sha256: "0".repeat(64), records: 1 }],
      decisionHash: createHash("sha256").update(value).digest("hex"),
      ...{ createdAt: at, updatedAt: at },
      ...(isListed ? listed : clean),
      ...this.says.get(value),
    };
  }

  #changes(since: number, skip: number): SimReply {
    const response = this.versions.slice(since, since + this.pageVersions);
    const left = response.flat().slice(skip);
    const added = left.slice(0, this.pageAddresses).map((address) => ({ list: "sim", address }));
    const isOver = added.length === left.length;
    const version = isOver ? since + response.length : since;
    const more = version < this.versions.length;
    const place = { version, skip: isOver ? 0 : skip + added.length };
    return { status: 200, body: { ...place, lists: [], added, removed: [], more } };
  }

  #health(): SimReply {
    const at = "2026-11-02T12:00:00.000Z";
    const list = { list: "sim", title: "Simulated", publishedAt: "2026-11-02", loadedAt: at };
    const lists = [{ ...list, sha256: "0".repeat(64), records: 1, stale: false }];
    return { status: 200, body: { service: "sim", status: "ok", version: "0", lists, problems: [] } };
  }
}

function no(status: number, code: string): SimReply {
  return { status, body: { error: "no", code } };
}

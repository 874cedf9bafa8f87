import * as z from "zod";
import type { ListNews, ListsRead, NewsOfLists, Screening, ScreeningHealth } from "../../app/gate/ports.ts";
import { idOf } from "../../domain/core/id.ts";
import { noVerdict, refusedVerdict, screenedChain } from "../../domain/gate/kyt-mapping.ts";
import { type ScreenVerdict, storedVerdict } from "../../domain/gate/payout-gate.ts";
import { levelOf } from "../../domain/screening/risk.ts";
import { screenView } from "../../domain/screening/screen-view.ts";
import { keyUuid } from "../local/key-uuid.ts";
import { type KeySettings, type VendorAnswer, VendorHttp } from "./vendor-http.ts";

/** A verdict that is whole and agrees with itself; anything less counts as no answer, whatever it says. */
const answer = screenView
  .extend({ id: idOf("scr"), type: z.literal("wallet") })
  .refine(({ risk_score, risk_level }) => levelOf(risk_score) === risk_level, "level and score disagree")
  .refine(({ decisionHash }) => /^[0-9a-f]{64}$/.test(decisionHash), "no decision hash")
  .refine(({ status, listVersions }) => status !== "complete" || listVersions.length > 0, "no list");

const news = z.object({
  version: z.int().min(0),
  skip: z.int().min(0),
  added: z.array(z.object({ list: z.string(), address: z.string() })),
  more: z.boolean(),
});

const health = z.object({
  status: z.enum(["ok", "degraded"]),
  lists: z.array(z.object({ list: z.string(), publishedAt: z.string(), loadedAt: z.string(), stale: z.boolean() })),
});

/** Seconds for a screen with all its repeats: under the eight after which the gate gives it up. */
const screenSeconds = 7.5;
const newsSeconds = 10;
const healthSeconds = 2;

type Input = Parameters<Screening["screen"]>[0];

export interface KytConfig extends KeySettings {
  /** Hears of what was not believed, without a word of what was asked. */
  readonly tell?: (what: string) => void;
}

const oursId = idOf("scr");

/** Sluice's own screening interface, over HTTP as any client of it. */
export class KytScreening implements Screening, ListNews {
  readonly name = "sluice";
  readonly mock = false;
  readonly #http: VendorHttp;
  /** Anybody may ask how it is; where that fails, screens are asked all the same. */
  readonly #open: VendorHttp;
  readonly #config: KytConfig;

  constructor(config: KytConfig) {
    this.#config = config;
    const { baseUrl, wait } = config;
    const headers = async (again?: "again") => ({ "x-api-key": await config.apiKey(again) });
    this.#http = new VendorHttp({ name: "kyt", baseUrl, headers, wait });
    this.#open = new VendorHttp({ name: "kyt", baseUrl, headers: async () => ({}) });
  }

  /** Throws where the interface gives no answer in time. A pending screen is read by its id; it is bought anew only where it ended in an error, or in an allow that is hardly a pass any more, or where another account of ours bought it. Nor is an allow that was kept under the key for long, because we died before we wrote it down: it is asked for under the next key. */
  async screen({ key, address, chain, pendingRef }: Input): Promise<ScreenVerdict> {
    const lateMs = performance.now() + (this.#config.seconds ?? screenSeconds) * 1000;
    const left = () => (lateMs - performance.now()) / 1000;
    try {
      // Another provider's is nobody's here.
      const read = oursId.safeParse(pendingRef);
      const stored = read.success ? await this.#kept(read.data, address, left()) : undefined;
      if (stored) return stored;
      for (const each of [key, `${key}:2`, `${key}:3`]) {
        const reply = await this.#ask(each, address, chain, left());
        if (reply.status !== 200) return this.#refused(reply);
        const verdict = storedVerdict(
          this.#read(reply, { value: address }),
          secondsOf(reply.headers.get("x-verdict-age") ?? "0"),
        );
        if (verdict) return verdict;
      }
      return noVerdict;
    } catch (error) {
      if (error instanceof Error) this.#config.tell?.(error.message);
      throw error;
    }
  }

  /** What has become of a screen; undefined where that is nothing to go by, and it is given up. */
  async #kept(id: string, address: string, seconds: number): Promise<ScreenVerdict | undefined> {
    const path = `/api/v1/screen/${id}`;
    const reply = await this.#http.call({ method: "GET", path, repeats: true, seconds });
    if (reply.status === 404 && reply.code === "screening_not_found") return undefined;
    if (reply.status !== 200) {
      this.#config.tell?.(`a pending screen could not be read: ${reply.status} ${reply.code ?? ""}`.trim());
      return noVerdict;
    }
    const verdict = this.#read(reply, { id, value: address });
    const isGivenUp = verdict.ref === id && verdict.status === "error";
    return isGivenUp ? undefined : storedVerdict(verdict, secondsOf(reply.headers.get("x-verdict-age")));
  }

  #ask(key: string, address: string, chain: string, seconds: number): Promise<VendorAnswer> {
    const named = screenedChain(chain);
    return this.#http.call({
      ...{ method: "POST", path: "/api/v1/screen", repeats: true, seconds },
      headers: { "idempotency-key": headerKey(key) },
      body: { type: "wallet", value: address, ...(named !== undefined && { chain: named }) },
    });
  }

  #read({ body }: VendorAnswer, expected: { value: string; id?: string }): ScreenVerdict {
    const response = answer.safeParse(body);
    // An answer about another address, or another screen, is none about this one.
    const { value, id = response.data?.id } = expected;
    if (!response.success || response.data.value !== value || response.data.id !== id) {
      this.#config.tell?.("a screen came back that cannot be read");
      return noVerdict;
    }
    const { id: ref, status, action, risk_level: riskLevel } = response.data;
    return { status, action, ref, riskLevel };
  }

  #refused({ status, code }: VendorAnswer): ScreenVerdict {
    this.#config.tell?.(`a screen was refused: ${status} ${code ?? ""}`.trim());
    return refusedVerdict(status, code);
  }

  async since({ version, skip }: ListsRead): Promise<NewsOfLists> {
    const path = `/api/v1/lists/changes?since=${version}&skip=${skip}`;
    const reply = await this.#http.call({ method: "GET", path, seconds: newsSeconds });
    if (reply.status !== 200) throw new Error(`the lists' changes were refused: ${reply.status} ${reply.code ?? ""}`);
    return news.parse(reply.body);
  }

  async health(): Promise<ScreeningHealth> {
    const reply = await this.#open.call({ method: "GET", path: "/health", seconds: healthSeconds });
    return health.parse(reply.body);
  }
}

/** How old a verdict says that it is, in seconds; what cannot be read is older than anything. */
function secondsOf(age: string | null): number {
  return age !== null && /^\d{1,9}$/.test(age) ? Number(age) : Number.POSITIVE_INFINITY;
}

/** A key as a header can carry it: an escrow's names its address, which may be long. */
function headerKey(key: string): string {
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : keyUuid(key);
}

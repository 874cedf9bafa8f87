import { createHash, type KeyObject, sign } from "node:crypto";
import * as z from "zod";
import type { SimClock } from "../vendor-sim/clock.ts";
import type { Deliveries } from "../vendor-sim/deliveries.ts";
import { type SigningKey, signingKey } from "../vendor-sim/keys.ts";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";

/** The header by which Bridge signs: RSA with SHA-256 over the digest of time and body. */
export function bridgeSignature(body: string | Uint8Array, atMs: number, privateKey: KeyObject): string {
  const digest = createHash("sha256").update(`${atMs}.`).update(body).digest();
  return `t=${atMs},v0=${sign("sha256", digest, privateKey).toString("base64")}`;
}

interface Endpoint extends SigningKey {
  readonly id: string;
  url: string;
  status: "disabled" | "active" | "deleted";
  readonly categories: readonly string[];
}

const wanted = z.object({
  url: z.url(),
  event_epoch: z.enum(["webhook_creation", "beginning_of_time"]),
  event_categories: z.array(z.string()),
});

const change = z.object({ url: z.url().optional(), status: z.enum(["disabled", "active", "deleted"]).optional() });

/** Bridge's webhook endpoints: each has a key of its own, made disabled and then activated. */
export class BridgeWebhooks {
  readonly endpoints: Endpoint[] = [];
  readonly #clock: SimClock;
  readonly #deliveries: Deliveries;
  #events = 0;

  constructor(clock: SimClock, deliveries: Deliveries) {
    this.#clock = clock;
    this.#deliveries = deliveries;
  }

  open(url: string, categories: readonly string[], status: Endpoint["status"]): Endpoint {
    const nth = this.endpoints.length;
    const made = { id: `wep_${nth + 1}`, url, status, categories, ...signingKey(nth) };
    this.endpoints.push(made);
    return made;
  }

  handle({ method, path, body }: SimCall): SimReply {
    const [, , , id] = path.split("/");
    if (id === undefined && method === "POST") {
      const read = wanted.safeParse(body);
      if (!read.success) return { status: 400, body: { code: "invalid_parameters" } };
      return shownEndpoint(201, this.open(read.data.url, read.data.event_categories, "disabled"));
    }
    if (id === undefined)
      return { status: 200, body: { data: this.endpoints.map(bare), count: this.endpoints.length } };
    const found = this.endpoints.find((each) => each.id === id);
    const read = change.safeParse(body);
    if (!found) return { status: 404, body: { code: "not_found" } };
    if (method !== "PUT") return shownEndpoint(200, found);
    if (!read.success || (read.data.url !== undefined && found.status !== "disabled"))
      return { status: 400, body: { code: "invalid_parameters" } };
    found.url = read.data.url ?? found.url;
    found.status = read.data.status ?? found.status;
    return shownEndpoint(200, found);
  }

  /** Tells every active endpoint that listens to the category. */
  emit(category: string, object: Record<string, unknown>, from: string | null): void {
    this.#events += 1;
    const status = object.state ?? object.status ?? object.kyc_status;
    const what = from === null ? "created" : from === status ? "updated" : "updated.status_transitioned";
    const body = JSON.stringify({
      api_version: "v0",
      event_id: `wh_${this.#events}`,
      event_developer_id: "dev_sim",
      event_category: category,
      event_type: `${category}.${what}`,
      event_object_id: object.id,
      event_object_status: status,
      event_object: object,
      event_object_changes: from === null || from === status ? {} : { state: [from, status] },
      event_created_at: this.#clock.iso(),
    });
    for (const endpoint of this.endpoints) {
      if (endpoint.status !== "active" || !endpoint.categories.includes(category)) continue;
      const headers = () => {
        // Receivers judge a signature's age by the wall's time, however far a sandbox's clock was moved.
        const atMs = this.#clock.live ? Date.now() : this.#clock.now();
        return { "x-webhook-signature": bridgeSignature(body, atMs, endpoint.privateKey) };
      };
      this.#deliveries.send({ url: endpoint.url, body, headers });
    }
  }
}

function bare({ id, url, status, publicKey }: Endpoint) {
  return { id, url, status, public_key: publicKey };
}

function shownEndpoint(status: number, endpoint: Endpoint): SimReply {
  return { status, body: bare(endpoint) };
}

import { SignJWT } from "jose";
import * as z from "zod";
import { SimClock } from "../vendor-sim/clock.ts";
import { Deliveries } from "../vendor-sim/deliveries.ts";
import { Faults, fault } from "../vendor-sim/faults.ts";
import { signingKey } from "../vendor-sim/keys.ts";
import { type SimCall, type SimReply, SimServer } from "../vendor-sim/server.ts";
import { HifiControl, operationOf } from "./control.ts";

const knobs = z.strictObject({
  rate: z.string().optional(),
  stepSeconds: z.number().min(0).optional(),
  fundedAfterSeconds: z.number().min(0).nullable().optional(),
});

const pumpMs = 100;

/** HIFI on loopback: its onramps under /v2, signed callbacks, and /control to steer it by. */
export class HifiSim {
  readonly clock: SimClock;
  readonly faults = new Faults();
  readonly deliveries: Deliveries;
  readonly control: HifiControl;
  readonly apiKey = "hifi-test-sim";
  readonly publicKey = signingKey(0).publicKey;
  /** Where callbacks go; nowhere until it is set. */
  webhookUrl: string | null = null;
  readonly #server: SimServer;
  #events = 0;
  #pump: NodeJS.Timeout | undefined;

  private constructor(startMs: number | null) {
    this.clock = new SimClock(startMs);
    this.deliveries = new Deliveries(this.clock);
    this.control = new HifiControl(this.clock, this.apiKey, (response) => this.#emit(response));
    this.#server = new SimServer({
      faults: this.faults,
      operationOf,
      handle: (call) => this.control.handle(call),
      control: (call) => this.#steer(call),
    });
  }

  static async start(request: { port?: number; startMs?: number | null } = {}): Promise<HifiSim> {
    const { port = 0, startMs = Date.UTC(2026, 10, 2, 12) } = request;
    const sim = new HifiSim(startMs);
    await sim.#server.listen(port);
    if (sim.clock.live) sim.#pump = setInterval(() => sim.clock.advance(0), pumpMs);
    return sim;
  }

  get url(): string {
    return this.#server.url;
  }

  /** The token that a callback carries. */
  token(): Promise<string> {
    const atMs = this.clock.live ? Date.now() : this.clock.now();
    return new SignJWT({})
      .setProtectedHeader({ alg: "RS256" })
      .setIssuedAt(Math.floor(atMs / 1000))
      .sign(signingKey(0).privateKey);
  }

  async pass(seconds: number): Promise<void> {
    this.clock.advance(seconds * 1000);
    await this.deliveries.idle();
  }

  #emit(response: Record<string, unknown>): void {
    if (this.webhookUrl === null) return;
    this.#events += 1;
    const at = this.clock.iso();
    const { status } = response.transferDetails as { status: string };
    const body = JSON.stringify({
      ...{ eventId: `evt_${this.#events}`, eventCategory: "ONRAMP", eventType: `ONRAMP.STATUS.${status}` },
      ...{ eventAction: status, data: response, createdAt: at, timestamp: at, version: "v2" },
    });
    const headers = async () => ({ authorization: `Bearer ${await this.token()}` });
    this.deliveries.send({ url: this.webhookUrl, body, headers });
  }

  async #steer({ method, path, body }: SimCall): Promise<SimReply> {
    const [, , noun, id = ""] = path.split("/");
    switch (`${method} /${noun}`) {
      case "GET /clock":
        return { status: 200, body: { now: this.clock.iso() } };
      case "GET /onramps":
        return {
          status: 200,
          body: { data: this.control.onramps.map(({ asked: request, ...made }) => ({ ...request, ...made })) },
        };
      case "POST /webhooks":
        this.webhookUrl = z.object({ url: z.url() }).parse(body).url;
        return { status: 200, body: { publicKey: this.publicKey } };
      case "POST /knobs":
        Object.assign(this.control.knobs, knobs.parse(body));
        break;
      case "POST /fund":
        this.control.fund(id);
        break;
      case "POST /status":
        this.control.set(id, z.strictObject({ status: z.string() }).parse(body).status);
        break;
      case "POST /clock":
        this.clock.advance(z.object({ advanceSeconds: z.number().min(0) }).parse(body).advanceSeconds * 1000);
        break;
      case "POST /faults":
        this.faults.add(fault.parse(body));
        break;
      default:
        return { status: 404, body: { error: "NOT_FOUND" } };
    }
    await this.deliveries.idle();
    return { status: 200, body: { done: true } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#pump);
    await this.#server.close();
    await this.deliveries.idle();
  }
}

import { KytScreening } from "../../../functions/adapters/http/screen-kyt.ts";
import {
  type RescreenContext,
  rescreenOnListChange,
} from "../../../functions/app/operations/rescreen-on-list-change.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { TestApi } from "../core/test-api.ts";
import { KytSim } from "../kyt-sim/sim.ts";

/** The wallet that its tenant is paid to. */
export const wallet = "0xDE709F2102306220921060314715629080E2FB77";

/** The rails' watch over lists: a simulated interface, a door with one tenant, and what operators see of it. */
export class ListWatch {
  readonly sim: KytSim;

  private constructor(sim: KytSim) {
    this.sim = sim;
  }

  static async start(): Promise<ListWatch> {
    return new ListWatch(await KytSim.start());
  }

  async stop(): Promise<void> {
    await this.sim[Symbol.asyncDispose]();
  }

  /** A world of its own: no list has come yet, and nobody was paid. */
  async begin() {
    const { sim } = this;
    sim.faults.clear();
    sim.asked.length = 0;
    sim.bought.clear();
    sim.says.clear();
    sim.versions.length = 0;
    sim.pageVersions = 1;
    sim.pageAddresses = 1_000;
    const api = new TestApi();
    return { sim, api, acme: await api.tenant({ destWallet: wallet }) };
  }

  contextOf({ context, meter, log }: TestApi, change: Partial<RescreenContext> = {}): RescreenContext {
    const apiKey = async () => this.sim.apiKey;
    const kyt = new KytScreening({ baseUrl: this.sim.url, apiKey, wait: async () => undefined });
    return { ...context, ...{ meter, log, screening: kyt, lists: kyt, live: true }, ...change };
  }

  /** One look at what has changed. */
  watch(api: TestApi, change: Partial<RescreenContext> = {}) {
    return rescreenOnListChange(this.contextOf(api, change));
  }
}

/** The cases of late listings that operators see. */
export async function casesAt(api: TestApi) {
  const { data } = await listReview(api.context, { kind: "listed", limit: 50 });
  return data;
}

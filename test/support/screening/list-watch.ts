import { KytScreening } from "../../../functions/adapters/http/screen-kyt.ts";
import {
  type RescreenDesk,
  rescreenListed,
} from "../../../functions/app/operations/rescreen-on-list-change.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { Door } from "../core/door.ts";
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
    const door = new Door();
    return { sim, door, acme: await door.tenant({ destWallet: wallet }) };
  }

  deskOf({ desk, meter, log }: Door, change: Partial<RescreenDesk> = {}): RescreenDesk {
    const apiKey = async () => this.sim.apiKey;
    const kyt = new KytScreening({ baseUrl: this.sim.url, apiKey, wait: async () => undefined });
    return { ...desk, ...{ meter, log, screening: kyt, lists: kyt, live: true }, ...change };
  }

  /** One look at what has changed. */
  watch(door: Door, change: Partial<RescreenDesk> = {}) {
    return rescreenListed(this.deskOf(door, change));
  }
}

/** The cases of late listings that operators see. */
export async function casesAt(door: Door) {
  const { data } = await listReview(door.desk, { kind: "listed", limit: 50 });
  return data;
}

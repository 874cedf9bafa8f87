import type { ListId } from "../../../functions/domain/screening/list-sources.ts";
import { DeployedScreening } from "./deployed-screening.ts";
import { ListPublisher } from "./list-publisher.ts";

/** The screening interface's Lambdas with lists to screen by. */
export class DeployedLists extends DeployedScreening {
  readonly #publisher = new ListPublisher(this.aws.store);

  override async open(): Promise<void> {
    Object.assign(process.env, { SERVICE: "screening", LISTS_BUCKET: "lists" });
    await super.open();
  }

  /** From now on the list has these addresses and no others; the sandbox's own, where none is named. */
  async publish(addresses: readonly string[], list: ListId = "fixture"): Promise<void> {
    await this.#publisher.publish(addresses, list);
    for (const [key, text] of this.#publisher.listStore.indexes)
      this.aws.files.set(`/lists/${key}`, { bytes: Buffer.from(text), contentType: "application/json" });
  }

  /** How much of its plan an account has used this month, by its own word. */
  async used(apiKey: string): Promise<number> {
    return JSON.parse((await this.call("getUsage", apiKey)).text).used;
  }
}

import type { Store } from "../../../functions/app/core/ports.ts";
import { createAccount } from "../../../functions/app/screening/accounts.ts";
import type { ExposureProvider } from "../../../functions/app/screening/ports.ts";
import { screenValue } from "../../../functions/app/screening/screen-value.ts";
import type { ScreenContext } from "../../../functions/app/screening/screening-context.ts";
import { usageKeys, usageOf, wholeUsage } from "../../../functions/app/screening/usage.ts";
import type { ExposureAnswer } from "../../../functions/domain/screening/exposure.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { TestApi } from "../core/test-api.ts";
import { ListPublisher } from "./list-publisher.ts";
import { answerOf, otherWallet } from "./screen-samples.ts";

/** What a provider says: an answer, or what it throws. */
type Reported = Partial<ExposureAnswer> | Error;

/** The screening interface's use cases over a memory book, with one provider that says what the test wants. */
export class ScreeningApi {
  readonly api = new TestApi();
  readonly lists = new ListPublisher(this.api.store);
  /** What was asked of the provider, by the key or the reference. */
  readonly asked: string[] = [];
  readonly failures: string[] = [];
  says: Reported = {};
  saysAgain: Reported = {};
  providers: readonly ExposureProvider[] = [this.#provider()];

  #provider(): ExposureProvider {
    const answer = (key: string, reply: Reported) => {
      this.asked.push(key);
      if (reply instanceof Error) throw reply;
      return answerOf(reply);
    };
    return {
      name: "elliptic",
      timeoutSeconds: 1,
      covers: ({ type }) => type === "wallet",
      ask: async (_, key) => answer(key, this.says),
      askAgain: async (_, ref) => answer(ref, this.saysAgain),
    };
  }

  context(store: Store = this.api.store): ScreenContext {
    return {
      ...this.api.context,
      store,
      lists: this.lists.memory(),
      requiredLists: ["fixture"],
      exposures: { providers: this.providers, failed: (name) => void this.failures.push(name) },
      meter: this.api.meter,
      pause: async () => undefined,
    };
  }

  async account(plan: PlanName = "free"): Promise<string> {
    return (await createAccount(this.api.context, { name: "Acme", plan, environment: "test" })).id;
  }

  async screen(accountId: string, value = otherWallet, { key = "", store = this.api.store as Store } = {}) {
    const request = { tenantId: accountId, operation: "screenValue", idempotencyKey: key, fingerprint: value };
    const { result } = await screenValue(this.context(store), request, { type: "wallet", value, chain: null });
    return result;
  }

  async used(accountId: string): Promise<number> {
    const now = this.api.clock.now();
    const rows = await this.api.store.read(usageKeys(accountId, now));
    return (await wholeUsage(this.api, usageOf(rows, accountId, now))).used;
  }
}

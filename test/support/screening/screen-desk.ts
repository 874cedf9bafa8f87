import type { Book } from "../../../functions/app/core/ports.ts";
import { createAccount } from "../../../functions/app/screening/accounts.ts";
import type { ExposureProvider } from "../../../functions/app/screening/ports.ts";
import { screenValue } from "../../../functions/app/screening/screen-value.ts";
import type { ScreenDesk } from "../../../functions/app/screening/screening-context.ts";
import { usageKey } from "../../../functions/app/screening/usage.ts";
import type { ExposureAnswer } from "../../../functions/domain/screening/exposure.ts";
import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { Door } from "../core/door.ts";
import { ListPublisher } from "./list-publisher.ts";
import { answerOf, otherWallet } from "./screen-samples.ts";

/** What a provider says: an answer, or what it throws. */
type Said = Partial<ExposureAnswer> | Error;

/** The screening interface's use cases over a memory book, with one provider that says what the test wants. */
export class ScreenOffice {
  readonly door = new Door();
  readonly lists = new ListPublisher(this.door.book);
  /** What was asked of the provider, by the key or the reference. */
  readonly asked: string[] = [];
  readonly failures: string[] = [];
  says: Said = {};
  saysAgain: Said = {};
  providers: readonly ExposureProvider[] = [this.#provider()];

  #provider(): ExposureProvider {
    const answer = (key: string, said: Said) => {
      this.asked.push(key);
      if (said instanceof Error) throw said;
      return answerOf(said);
    };
    return {
      name: "elliptic",
      timeoutSeconds: 1,
      covers: ({ type }) => type === "wallet",
      ask: async (_, key) => answer(key, this.says),
      askAgain: async (_, ref) => answer(ref, this.saysAgain),
    };
  }

  desk(book: Book = this.door.book): ScreenDesk {
    return {
      ...this.door.desk,
      book,
      lists: this.lists.memory(),
      requiredLists: ["fixture"],
      exposures: { providers: this.providers, failed: (name) => void this.failures.push(name) },
      meter: this.door.meter,
      pause: async () => undefined,
    };
  }

  async account(plan: PlanName = "free"): Promise<string> {
    return (await createAccount(this.door.desk, { name: "Acme", plan, environment: "test" })).id;
  }

  async screen(accountId: string, value = otherWallet, { key = "", book = this.door.book as Book } = {}) {
    const request = {
      tenantId: accountId,
      operation: "screenValue",
      idempotencyKey: key,
      fingerprint: value,
    };
    const { result } = await screenValue(this.desk(book), request, { type: "wallet", value, chain: null });
    return result;
  }

  async used(accountId: string): Promise<number> {
    const [row] = await this.door.book.read([usageKey(accountId, this.door.clock.now())]);
    return row?.counted ?? 0;
  }
}

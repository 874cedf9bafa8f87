import { examples } from "../../../functions/contract/examples.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import { pathOf } from "../routes/bad-input.ts";
import { feeSweep } from "../routes/crawled-records.ts";
import { operationsById, type Question, Rehearsal } from "./examples/rehearsal.ts";
import { scenes } from "./examples/scenes.ts";

/** A page of a list as it came, and how many calls of the tables it took. */
export interface ReadPage {
  readonly status: number;
  readonly calls: number;
  readonly code?: string;
  readonly data?: readonly unknown[];
  readonly nextCursor?: string | null;
}

interface Asked {
  readonly cursor?: string | undefined;
  readonly bearer?: string | undefined;
}

/** An operation of either product by its id in the documents' examples. */
export function listOf(id: string): Operation {
  const op = operationsById.get(id);
  if (!op) throw new Error(`no operation ${id}`);
  return op;
}

/** The scenes of the documents' examples with more records of each noun, and their lists one record a page, asked for as the scenes ask. */
export class ListReader extends Rehearsal {
  readonly #asked = new Map<string, Question>();
  #otherTenant = "";
  #otherAccount = "";

  /** Plays the scenes, each an hour after the one before. */
  async play(): Promise<void> {
    this.at(0);
    const { other } = await this.start();
    this.#otherTenant = other.apiKey;
    for (const [at, [, scene]] of scenes.entries()) {
      this.at(at + 1);
      await scene(this);
    }
    this.at(scenes.length + 1);
    await this.#moreOfTenants();
    await this.#moreOfOperators();
    await this.#moreOfScreening();
  }

  override show(id: string, question: Question = {}) {
    this.#asked.set(id, question);
    return super.show(id, question);
  }

  /** The key of another tenant, or account, than the one whose list it is; undefined where it is every operator's. */
  strangerTo(op: Operation): string | undefined {
    if (op.caller !== "tenant") return undefined;
    return this.bearerFor(op) === this.accountKey ? this.#otherAccount : this.#otherTenant;
  }

  /** One record of a list: the first, or the one that a cursor leads to. */
  async page(id: string, { cursor, bearer }: Asked = {}): Promise<ReadPage> {
    const op = listOf(id);
    const { params = {}, query } = this.#asked.get(id) ?? {};
    const asked = new URLSearchParams(query);
    asked.delete("status");
    asked.set("limit", "1");
    if (cursor !== undefined) asked.set("cursor", cursor);
    // So that the limiter shares its bucket each time.
    this.pass(10);
    const before = this.#calls();
    const headers = { authorization: `Bearer ${bearer ?? this.bearerFor(op)}` };
    const path = `${pathOf(op, params)}?${asked}`;
    const { status, text } = await this.send(op, { method: "GET", path, headers });
    return { ...JSON.parse(text), status, calls: this.#calls() - before };
  }

  /** The same, with what it costs where the key's use is not noted, which is once in five minutes. */
  async pageWarm(id: string, asked: Asked = {}): Promise<ReadPage> {
    const [one, same] = [await this.page(id, asked), await this.page(id, asked)];
    return one.calls < same.calls ? one : same;
  }

  #calls(): number {
    return this.aws.store.calls + this.aws.deliveries.calls;
  }

  async #moreOfTenants(): Promise<void> {
    await this.show("createCustomer");
    const invoice = this.#asked.get("listCreditNotes") ?? {};
    for (const nth of [1, 2, 3]) {
      const body = { amountCents: nth, reason: "agreed" };
      await this.show("createCreditNote", { params: invoice.params ?? {}, body });
      await this.alert({ externalId: `waits-${nth}`, amountCents: 99_000 + nth });
    }
  }

  async #moreOfOperators(): Promise<void> {
    const { params = {} } = this.#asked.get("listKeys") ?? {};
    const endpoints = this.#asked.get("listWebhooks")?.params ?? {};
    for (const nth of [2, 3, 4]) {
      await this.show("mintKey", { params });
      await this.show("inviteApplicant");
      await this.show("addFeeRule");
      await this.show("setFlag", { body: { key: "escrow.enabled", enabled: nth === 3 } });
      await this.show("registerWebhook", { params: endpoints, body: { url: `http://127.0.0.1:9/${nth}` } });
      const asks = { ...(examples.requestAccess?.request as object), contactEmail: `${nth}@acme.example` };
      await this.show("requestAccess", { body: asks });
      await feeSweep(this, nth);
    }
  }

  async #moreOfScreening(): Promise<void> {
    const { params = {} } = this.#asked.get("listAccountKeys") ?? {};
    for (const nth of [2, 3, 4]) {
      const value = `0x${`${nth}`.repeat(40)}`;
      this.#otherAccount = (await this.show("createAccount")).apiKey;
      await this.show("mintAccountKey", { params });
      const asks = { ...(examples.requestAccount?.request as object), contactEmail: `${nth}@acme.example` };
      await this.show("requestAccount", { body: asks });
      await this.show("openMonitor", { body: { value, webhook: "http://127.0.0.1:9/alerts" } });
      await this.show("proposeOwnEntry", { body: { ...(examples.proposeOwnEntry?.request as object), value } });
      await this.show("screenValue", { body: { ...(examples.screenValue?.request as object), value } });
    }
    // Monitors, and entries of the operators' own list, that are about one address.
    this.#asked.set("screening.search", { query: `q=0x${"2".repeat(40)}` });
    await this.publish([], "ofac_sdn");
  }
}
